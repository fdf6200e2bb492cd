import assert from 'node:assert/strict';
import type { components } from '../../../client/src/index';
import { expectRefused, expectSame, expectStatus } from '../../../scenarios/expect';
import { expectPages, idsOf, type Query } from './lists';
import { NOWHERE, type Scene } from './scene';

type Schemas = components['schemas'];

export interface Planning {
  readonly client: string;
  readonly route: string;
  /** Of the other team. */
  readonly foreignClient: string;
}

/** Clients, the places of routes, and routes: what a trip is planned with. */
export async function planningLeg(scene: Scene): Promise<Planning> {
  const { client, foreignClient } = await clientsLeg(scene);
  const points = await routePointsLeg(scene);
  return { client, foreignClient, route: await routesLeg(scene, { client, foreignClient, points }) };
}

async function clientsLeg({ team: teamId, otherTeam, colleague, outsider }: Scene) {
  const acero = { teamId, name: 'Aceros Ávila del Norte', rfc: 'AAN010203AB1', paymentTerms: 30 };
  const { id: client } = await expectStatus(201, colleague.POST('/clients', { body: acero }));
  const muebles = { teamId, name: 'Muebles Zúñiga' };
  const { id: second } = await expectStatus(201, colleague.POST('/clients', { body: muebles }));
  const ajeno = { teamId: otherTeam, name: 'Ajeno' };
  const { id: foreignClient } = await expectStatus(201, outsider.POST('/clients', { body: ajeno }));
  await expectRefused('403 FORBIDDEN', outsider.POST('/clients', { body: acero }));
  const list = (query: Omit<Query<'listClients'>, 'teamId'>) =>
    colleague.GET('/clients', { params: { query: { teamId, ...query } } });
  expectSame(await idsOf(list, {}), [second, client]);
  expectSame(await idsOf(list, { q: 'aceros avila' }), [client]);
  await expectPages(list, {});
  const put = (body: Schemas['ClientChanges'], id = client) =>
    colleague.PUT('/clients/{id}', { params: { path: { id }, query: { teamId } }, body });
  const changed = await expectStatus(200, put({ status: 'INACTIVO', creditLimit: 10_000 }));
  expectSame(
    [changed.name, changed.status, changed.creditLimit, changed.paymentTerms],
    [acero.name, 'INACTIVO', 10_000, 30],
  );
  expectSame(await idsOf(list, { status: 'INACTIVO' }), [client]);
  await expectRefused('400 VALIDATION_FAILED', put({ email: 'nobody' }), 'email');
  await expectRefused('404 NOT_FOUND', put({}, foreignClient));
  expectSame(await expectStatus(200, put({ status: 'ACTIVO' })), { ...changed, status: 'ACTIVO' });
  const get = (id: string, of: string) =>
    colleague.GET('/clients/{id}', { params: { path: { id }, query: { teamId: of } } });
  assert.equal((await expectStatus(200, get(client, teamId))).rfc, acero.rfc);
  await expectRefused('404 NOT_FOUND', get(foreignClient, teamId));
  await expectRefused('403 FORBIDDEN', get(foreignClient, otherTeam));
  return { client, foreignClient };
}

const PLACES = [
  { name: 'Apodaca', lat: 25.7782, lng: -100.1876 },
  { name: 'San Luis', lat: 22.0996, lng: -100.9042 },
  { name: 'Vallejo', lat: 19.4889, lng: -99.1632 },
];

async function routePointsLeg({ team: teamId, colleague }: Scene): Promise<string[]> {
  const points: string[] = [];
  for (const place of PLACES) {
    const body = { teamId, address: `${place.name}, México`, ...place };
    points.push((await expectStatus(201, colleague.POST('/route-points', { body }))).id);
  }
  const list = (query: Omit<Query<'listRoutePoints'>, 'teamId'>) =>
    colleague.GET('/route-points', { params: { query: { teamId, ...query } } });
  expectSame(await idsOf(list, {}), points.toReversed());
  await expectPages(list, {});
  const params = { path: { id: points[1] ?? '' }, query: { teamId } };
  const changed = await expectStatus(
    200,
    colleague.PUT('/route-points/{id}', { params, body: { postalCode: '78395' } }),
  );
  expectSame([changed.name, changed.postalCode, changed.lat], ['San Luis', '78395', 22.0996]);
  const beyond = colleague.PUT('/route-points/{id}', { params, body: { lng: -180.5 } });
  await expectRefused('400 VALIDATION_FAILED', beyond, 'lng');
  return points;
}

interface RoutesOf {
  readonly client: string;
  readonly foreignClient: string;
  readonly points: readonly string[];
}

async function routesLeg(scene: Scene, { client, foreignClient, points }: RoutesOf): Promise<string> {
  const { team: teamId, colleague } = scene;
  const stops = [3, 1, 2].map((order) => ({ order, routePointId: points[order - 1] ?? '' }));
  const body = { teamId, name: 'Monterrey – CDMX', clientId: client, stops, totalDistance: 917.4 };
  const post = (changes: Partial<Schemas['NewRoute']>) => colleague.POST('/routes', { body: { ...body, ...changes } });
  const twice = stops.map((stop) => ({ ...stop, order: 1 }));
  await expectRefused('400 VALIDATION_FAILED', post({ stops: twice }), 'stops[1].order');
  await expectRefused('400 VALIDATION_FAILED', post({ stops: [] }), 'stops');
  await expectRefused('400 VALIDATION_FAILED', post({ clientId: foreignClient }), 'clientId');
  const made = await expectStatus(201, post({}));
  expectSame(stopsOf(made), ['1 Apodaca', '2 San Luis', '3 Vallejo']);
  assert.equal(made.clientName, 'Aceros Ávila del Norte');
  const other = await expectStatus(201, post({ name: 'Sin cliente', clientId: null, isActive: false }));
  const list = (query: Omit<Query<'listRoutes'>, 'teamId'>) =>
    colleague.GET('/routes', { params: { query: { teamId, ...query } } });
  expectSame(await idsOf(list, {}), [other.id, made.id]);
  expectSame(await idsOf(list, { clientId: client }), [made.id]);
  expectSame(await idsOf(list, { isActive: 'false' }), [other.id]);
  await expectPages(list, {});
  await changedRoute(scene, made, points[1] ?? '');
  return made.id;
}

/** A stop's place goes away, and the route keeps what it said of it; then the route is shortened. */
async function changedRoute({ team: teamId, colleague }: Scene, made: Schemas['Route'], point: string): Promise<void> {
  const query = { teamId };
  const removal = () => colleague.DELETE('/route-points/{id}', { params: { path: { id: point }, query } });
  await expectStatus(200, removal());
  await expectRefused('404 NOT_FOUND', removal());
  const read = colleague.GET('/routes/{id}', { params: { path: { id: made.id }, query } });
  expectSame(await expectStatus(200, read), made);
  const put = (body: Schemas['RouteChanges'], id = made.id) =>
    colleague.PUT('/routes/{id}', { params: { path: { id }, query }, body });
  const stops = made.stops
    .filter(({ order }) => order !== 2)
    .map(({ order, routePointId }) => ({ order, routePointId }));
  const shortened = await expectStatus(200, put({ stops, description: 'Directo' }));
  expectSame(stopsOf(shortened), ['1 Apodaca', '3 Vallejo']);
  assert.equal(shortened.totalDistance, 917.4);
  await expectRefused('400 VALIDATION_FAILED', put({ clientId: NOWHERE }), 'clientId');
  await expectRefused('404 NOT_FOUND', put({}, NOWHERE));
}

const stopsOf = ({ stops }: Schemas['Route']): string[] =>
  stops.map(({ order, routePointName }) => `${order} ${routePointName}`);
