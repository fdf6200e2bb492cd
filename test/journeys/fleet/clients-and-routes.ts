import assert from 'node:assert/strict';
import { expectRefused, expectStatus, listAt, textAt, valueAt } from '../http';
import { expectPages, idsOf } from './lists';
import { create, NOWHERE, type Scene } from './scene';

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

async function clientsLeg({ send, team, otherTeam, colleague, outsider }: Scene) {
  const acero = { teamId: team, name: 'Aceros Ávila del Norte', rfc: 'AAN010203AB1', paymentTerms: 30 };
  const client = await create(send, colleague, 'POST /clients', acero);
  const second = await create(send, colleague, 'POST /clients', { teamId: team, name: 'Muebles Zúñiga' });
  const foreignClient = await create(send, outsider, 'POST /clients', { teamId: otherTeam, name: 'Ajeno' });
  const foreignTeam = send('POST /clients', { token: outsider, body: acero });
  await expectRefused('403 FORBIDDEN', foreignTeam);
  const list = { send, token: colleague, path: `/clients?teamId=${team}`, plural: 'clients' };
  assert.deepEqual(await idsOf(list), [second, client]);
  assert.deepEqual(await idsOf(list, { q: 'aceros avila' }), [client]);
  await expectPages(list);
  const put = (body: object, id = client) => send(`PUT /clients/${id}?teamId=${team}`, { token: colleague, body });
  const changed = await expectStatus(200, put({ status: 'INACTIVO', creditLimit: 10_000 }));
  assert.deepEqual(
    [changed.name, changed.status, changed.creditLimit, changed.paymentTerms],
    [acero.name, 'INACTIVO', 10_000, 30],
  );
  assert.deepEqual(await idsOf(list, { status: 'INACTIVO' }), [client]);
  await expectRefused('400 VALIDATION_FAILED', put({ email: 'nobody' }), 'email');
  await expectRefused('404 NOT_FOUND', put({}, foreignClient));
  assert.deepEqual(await expectStatus(200, put({ status: 'ACTIVO' })), { ...changed, status: 'ACTIVO' });
  const get = (id: string, teamId: string) => send(`GET /clients/${id}?teamId=${teamId}`, { token: colleague });
  assert.equal(textAt(await expectStatus(200, get(client, team)), 'rfc'), acero.rfc);
  await expectRefused('404 NOT_FOUND', get(foreignClient, team));
  await expectRefused('403 FORBIDDEN', get(foreignClient, otherTeam));
  return { client, foreignClient };
}

async function routePointsLeg({ send, team, colleague }: Scene): Promise<string[]> {
  const add = (name: string, lat: number, lng: number) =>
    create(send, colleague, 'POST /route-points', { teamId: team, name, address: `${name}, México`, lat, lng });
  const points = [
    await add('Apodaca', 25.7782, -100.1876),
    await add('San Luis', 22.0996, -100.9042),
    await add('Vallejo', 19.4889, -99.1632),
  ];
  const list = { send, token: colleague, path: `/route-points?teamId=${team}`, plural: 'routePoints' };
  assert.deepEqual(await idsOf(list), points.toReversed());
  await expectPages(list);
  const put = (body: object) => send(`PUT /route-points/${points[1]}?teamId=${team}`, { token: colleague, body });
  const changed = await expectStatus(200, put({ postalCode: '78395' }));
  assert.deepEqual([changed.name, changed.postalCode, changed.lat], ['San Luis', '78395', 22.0996]);
  await expectRefused('400 VALIDATION_FAILED', put({ lng: -180.5 }), 'lng');
  return points;
}

interface RoutesOf {
  readonly client: string;
  readonly foreignClient: string;
  readonly points: readonly string[];
}

async function routesLeg({ send, team, colleague }: Scene, { client, foreignClient, points }: RoutesOf) {
  const stops = [3, 1, 2].map((order) => ({ order, routePointId: points[order - 1] }));
  const body = { teamId: team, name: 'Monterrey – CDMX', clientId: client, stops, totalDistance: 917.4 };
  const post = (changes: object) => send('POST /routes', { token: colleague, body: { ...body, ...changes } });
  const twice = stops.map((stop) => ({ ...stop, order: 1 }));
  await expectRefused('400 VALIDATION_FAILED', post({ stops: twice }), 'stops[1].order');
  await expectRefused('400 VALIDATION_FAILED', post({ stops: [] }), 'stops');
  await expectRefused('400 VALIDATION_FAILED', post({ clientId: foreignClient }), 'clientId');
  const made = await expectStatus(201, post({}));
  assert.deepEqual(stopsOf(made), ['1 Apodaca', '2 San Luis', '3 Vallejo']);
  assert.equal(made.clientName, 'Aceros Ávila del Norte');
  const route = textAt(made, 'id');
  const other = textAt(await expectStatus(201, post({ name: 'Sin cliente', clientId: null, isActive: false })), 'id');
  const list = { send, token: colleague, path: `/routes?teamId=${team}`, plural: 'routes' };
  assert.deepEqual(await idsOf(list), [other, route]);
  assert.deepEqual(await idsOf(list, { clientId: client }), [route]);
  assert.deepEqual(await idsOf(list, { isActive: 'false' }), [other]);
  await expectPages(list);

  const removal = `DELETE /route-points/${points[1]}?teamId=${team}`;
  await expectStatus(200, send(removal, { token: colleague }));
  await expectRefused('404 NOT_FOUND', send(removal, { token: colleague }));
  const read = await expectStatus(200, send(`GET /routes/${route}?teamId=${team}`, { token: colleague }));
  assert.deepEqual(read, made);
  const put = (changes: object, id = route) =>
    send(`PUT /routes/${id}?teamId=${team}`, { token: colleague, body: changes });
  const shortened = await expectStatus(200, put({ stops: [stops[0], stops[1]], description: 'Directo' }));
  assert.deepEqual(stopsOf(shortened), ['1 Apodaca', '3 Vallejo']);
  assert.equal(shortened.totalDistance, 917.4);
  await expectRefused('400 VALIDATION_FAILED', put({ clientId: NOWHERE }), 'clientId');
  await expectRefused('404 NOT_FOUND', put({}, NOWHERE));
  return route;
}

const stopsOf = (route: unknown): string[] =>
  listAt(route, 'stops').map((stop) => `${valueAt(stop, 'order')} ${valueAt(stop, 'routePointName')}`);
