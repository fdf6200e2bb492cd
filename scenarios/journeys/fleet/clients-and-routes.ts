import assert from 'node:assert/strict';
import type { components } from '../../../client/src/index';
import { expectRefused, expectSame, expectStatus } from '../../expect';
import type { Fields, Filter } from '../../steps/desk';
import {
  changeClient,
  changeRoute,
  changeRoutePoint,
  createClient,
  createRoute,
  createRoutePoint,
  deleteRoutePoint,
  listClients,
  listRoutePoints,
  listRoutes,
  readClient,
  readRoute,
} from '../../steps/planning';
import { expectPages, idsOf } from './lists';
import { NOWHERE, type TestContext } from './scene';

type Route = components['schemas']['Route'];

export interface Planning {
  readonly client: string;
  readonly route: string;
  /** Of the other team. */
  readonly foreignClient: string;
}

/** Clients, the places of routes, and routes: what a trip is planned with. */
export async function planningLeg(testContext: TestContext): Promise<Planning> {
  const { client, foreignClient } = await clientsLeg(testContext);
  const points = await routePointsLeg(testContext);
  return { client, foreignClient, route: await routesLeg(testContext, { client, foreignClient, points }) };
}

async function clientsLeg({ colleague, outsider, abroad }: TestContext) {
  const acero = { name: 'Aceros Ávila del Norte', rfc: 'AAN010203AB1', paymentTerms: 30 };
  const { id: client } = await expectStatus(201, createClient(colleague, acero));
  const { id: second } = await expectStatus(201, createClient(colleague, { name: 'Muebles Zúñiga' }));
  const { id: foreignClient } = await expectStatus(201, createClient(abroad, { name: 'Ajeno' }));
  await expectRefused('403 FORBIDDEN', createClient(outsider, acero));
  const list = (query: Filter<'listClients'>) => listClients(colleague, query);
  expectSame(await idsOf(list, {}), [second, client]);
  expectSame(await idsOf(list, { q: 'aceros avila' }), [client]);
  await expectPages(list, {});
  const changes = { status: 'INACTIVO', creditLimit: 10_000 } as const;
  const changed = await expectStatus(200, changeClient(colleague, client, changes));
  expectSame(
    [changed.name, changed.status, changed.creditLimit, changed.paymentTerms],
    [acero.name, 'INACTIVO', 10_000, 30],
  );
  expectSame(await idsOf(list, { status: 'INACTIVO' }), [client]);
  await expectRefused('400 VALIDATION_FAILED', changeClient(colleague, client, { email: 'nobody' }), 'email');
  await expectRefused('404 NOT_FOUND', changeClient(colleague, foreignClient, {}));
  const active = await expectStatus(200, changeClient(colleague, client, { status: 'ACTIVO' }));
  expectSame(active, { ...changed, status: 'ACTIVO', version: active.version });
  assert.equal((await expectStatus(200, readClient(colleague, client))).rfc, acero.rfc);
  await expectRefused('404 NOT_FOUND', readClient(colleague, foreignClient));
  await expectRefused('403 FORBIDDEN', readClient({ ...colleague, teamId: abroad.teamId }, foreignClient));
  return { client, foreignClient };
}

const PLACES = [
  { name: 'Apodaca', lat: 25.7782, lng: -100.1876 },
  { name: 'San Luis', lat: 22.0996, lng: -100.9042 },
  { name: 'Vallejo', lat: 19.4889, lng: -99.1632 },
];

async function routePointsLeg({ colleague }: TestContext): Promise<string[]> {
  const points: string[] = [];
  for (const place of PLACES) {
    const point = createRoutePoint(colleague, { address: `${place.name}, México`, ...place });
    points.push((await expectStatus(201, point)).id);
  }
  const list = (query: Filter<'listRoutePoints'>) => listRoutePoints(colleague, query);
  expectSame(await idsOf(list, {}), points.toReversed());
  await expectPages(list, {});
  const [, second = ''] = points;
  const changed = await expectStatus(200, changeRoutePoint(colleague, second, { postalCode: '78395' }));
  expectSame([changed.name, changed.postalCode, changed.lat], ['San Luis', '78395', 22.0996]);
  await expectRefused('400 VALIDATION_FAILED', changeRoutePoint(colleague, second, { lng: -180.5 }), 'lng');
  return points;
}

interface RoutesOf {
  readonly client: string;
  readonly foreignClient: string;
  readonly points: readonly string[];
}

async function routesLeg(testContext: TestContext, { client, foreignClient, points }: RoutesOf): Promise<string> {
  const { colleague } = testContext;
  const stops = [3, 1, 2].map((order) => ({ order, routePointId: points[order - 1] ?? '' }));
  const body = { name: 'Monterrey – CDMX', clientId: client, stops, totalDistance: 917.4 };
  const post = (changes: Partial<Fields<'createRoute'>>) => createRoute(colleague, { ...body, ...changes });
  const twice = stops.map((stop) => ({ ...stop, order: 1 }));
  await expectRefused('400 VALIDATION_FAILED', post({ stops: twice }), 'stops[1].order');
  await expectRefused('400 VALIDATION_FAILED', post({ stops: [] }), 'stops');
  await expectRefused('400 VALIDATION_FAILED', post({ clientId: foreignClient }), 'clientId');
  const made = await expectStatus(201, post({}));
  expectSame(stopsOf(made), ['1 Apodaca', '2 San Luis', '3 Vallejo']);
  assert.equal(made.clientName, 'Aceros Ávila del Norte');
  const other = await expectStatus(201, post({ name: 'Sin cliente', clientId: null, isActive: false }));
  const list = (query: Filter<'listRoutes'>) => listRoutes(colleague, query);
  expectSame(await idsOf(list, {}), [other.id, made.id]);
  expectSame(await idsOf(list, { clientId: client }), [made.id]);
  expectSame(await idsOf(list, { isActive: 'false' }), [other.id]);
  await expectPages(list, {});
  await changedRoute(testContext, made, points[1] ?? '');
  return made.id;
}

/** A stop's place goes away, and the route keeps what it said of it; then the route is shortened. */
async function changedRoute({ colleague }: TestContext, made: Route, point: string): Promise<void> {
  await expectStatus(200, deleteRoutePoint(colleague, point));
  await expectRefused('404 NOT_FOUND', deleteRoutePoint(colleague, point));
  expectSame(await expectStatus(200, readRoute(colleague, made.id)), made);
  const stops = made.stops
    .filter(({ order }) => order !== 2)
    .map(({ order, routePointId }) => ({ order, routePointId }));
  const shortened = await expectStatus(200, changeRoute(colleague, made.id, { stops, description: 'Directo' }));
  expectSame(stopsOf(shortened), ['1 Apodaca', '3 Vallejo']);
  assert.equal(shortened.totalDistance, 917.4);
  await expectRefused('400 VALIDATION_FAILED', changeRoute(colleague, made.id, { clientId: NOWHERE }), 'clientId');
  await expectRefused('404 NOT_FOUND', changeRoute(colleague, NOWHERE, {}));
}

const stopsOf = ({ stops }: Route): string[] => stops.map(({ order, routePointName }) => `${order} ${routePointName}`);
