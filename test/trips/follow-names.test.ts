import { operation as updateClient } from '../../functions/clients/update-client';
import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as updateOwnDriver } from '../../functions/drivers/update-own-driver';
import { operation as deleteRoute } from '../../functions/routes/delete-route';
import { operation as updateRoute } from '../../functions/routes/update-route';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as createVehicle } from '../../functions/vehicles/create-vehicle';
import { operation as updateVehicle } from '../../functions/vehicles/update-vehicle';
import { invoiceKey } from '../../shared/invoices/invoice-record';
import type { Operation } from '../../shared/operation/define';
import { getItem } from '../../shared/platform/table/read';
import { routeKey } from '../../shared/routes/route';
import { tripKey } from '../../shared/trips/trip';
import { accounts } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { connectionReset, type Fault } from '../support/faults';
import { type Office, openOffice, pagesOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertDriver, insertRoute, insertTrips } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

/** Trips of every status with one client, route, driver and vehicle, and one trip of another of each. */
async function openTrips(faults: readonly Fault[] = []) {
  const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
  const { testContext, teamId } = office;
  const driver = await insertDriver(testContext, { teamId, sub: someId(), appAccessStatus: 'ACTIVE' });
  const ids = {
    clientId: (await insertClient(testContext, { teamId })).id,
    routeId: (await insertRoute(testContext, { teamId })).id,
    driverId: driver.id,
    vehicleId: String((await office.send(createVehicle, { body: { plate: 'AA-1' } })).body.id),
  };
  const names = {
    clientName: 'Antes',
    routeName: 'Antes',
    driverName: 'Antes',
    driverPhone: '8100000000',
    vehiclePlate: 'AA-1',
  };
  const given = { teamId, ...ids, ...names };
  const trips = await insertTrips(testContext, [
    { ...given, status: 'NO_INICIADO' },
    { ...given, status: 'EN_PROCESO' },
    { ...given, status: 'COMPLETADO' },
    { ...given, status: 'CANCELADO' },
    { ...given, status: 'NO_INICIADO', clientId: someId(), routeId: someId(), driverId: someId(), vehicleId: someId() },
  ]);
  const shown = async (field: keyof typeof names) =>
    Promise.all(trips.map(async ({ id }) => (await getItem(testContext.context, tripKey(teamId, id)))?.[field]));
  return { office, driver, ids, shown };
}

const CHANGES: readonly (readonly [
  string,
  Operation,
  'clientId' | 'routeId' | 'driverId' | 'vehicleId',
  string,
  Record<string, string | null>,
  'clientName' | 'routeName' | 'driverName' | 'driverPhone' | 'vehiclePlate',
])[] = [
  ['client', updateClient, 'clientId', 'id', { name: 'Después' }, 'clientName'],
  ['route', updateRoute, 'routeId', 'id', { name: 'Después' }, 'routeName'],
  ['driver', updateDriver, 'driverId', 'driverId', { name: 'Después' }, 'driverName'],
  ['driver', updateDriver, 'driverId', 'driverId', { phone: '8199999999' }, 'driverPhone'],
  ['driver', updateDriver, 'driverId', 'driverId', { phone: null }, 'driverPhone'],
  ['vehicle', updateVehicle, 'vehicleId', 'vehicleId', { plate: 'BB-2' }, 'vehiclePlate'],
];

test.each(CHANGES)(
  'desk 1.10: a changed %s shows in the trips that are not finished, and in no other',
  async (_, operation, idField, parameter, body, field) => {
    const { office, ids, shown } = await openTrips();
    const [before] = await shown(field);
    const answer = await office.send(operation, { path: { [parameter]: ids[idField] }, body });
    expect(answer.status).toBe(200);
    const after = Object.values(body)[0] ?? undefined;
    expect(await shown(field)).toEqual([after, after, before, before, before]);
  },
);

test('desk 1.10: a driver’s own change of the phone shows too', async () => {
  const { office, driver, shown } = await openTrips();
  expect((await (await office.cab(driver)).send(updateOwnDriver, { body: { phone: '8177777777' } })).status).toBe(200);
  expect((await shown('driverPhone')).slice(0, 3)).toEqual(['8177777777', '8177777777', '8100000000']);
});

test.each(CHANGES)(
  'desk 1.10: a changed %s that was interrupted before the trips shows after a repetition, which writes each trip once',
  async (_, operation, idField, parameter, body, field) => {
    const { office, ids, shown } = await openTrips([{ action: 'Query', times: 1, before: connectionReset }]);
    const request = { path: { [parameter]: ids[idField] }, body };
    expect((await office.send(operation, request)).status).toBe(503);
    const [before] = await shown(field);
    expect(Object.values(body)).not.toContain(before);
    expect((await office.send(operation, request)).status).toBe(200);
    const after = Object.values(body)[0] ?? undefined;
    expect((await shown(field)).slice(0, 3)).toEqual([after, after, before]);
    const writes = office.testContext.actions().length;
    expect((await office.send(operation, request)).status).toBe(200);
    expect(office.testContext.actions().slice(writes)).not.toContain('UpdateItem');
  },
);

test.each(CHANGES)(
  'desk 1.10: of two changes of a %s at once, the trips show the one that stays',
  async (_, operation, idField, parameter, body, field) => {
    const edits: (() => Promise<unknown>)[] = [];
    const meanwhile = async () => edits.pop()?.();
    const { office, ids, shown } = await openTrips([{ action: 'Query', times: 1, meanwhile }]);
    const change = (sent: object) =>
      office.send(operation, { path: { [parameter]: ids[idField] }, body: { ...body, ...sent } });
    const [changed = ''] = Object.keys(body);
    edits.push(() => change({ [changed]: 'CC-3' }));
    const [, , before] = await shown(field);
    // The record has the first value, the trips do not, and then the second edit writes both.
    expect((await change({})).status).toBe(200);
    expect(await shown(field)).toEqual(['CC-3', 'CC-3', before, before, before]);
  },
);

test('desk 1.10: a driver’s own telephone stays beside a name that the office writes at once', async () => {
  const edits: (() => Promise<unknown>)[] = [];
  const meanwhile = async () => edits.pop()?.();
  const { office, driver, shown } = await openTrips([{ action: 'Query', times: 1, meanwhile }]);
  const cab = await office.cab(driver);
  edits.push(() => cab.send(updateOwnDriver, { body: { phone: '8177777777' } }));
  await office.send(updateDriver, { path: { driverId: driver.id }, body: { name: 'Después' } });
  expect((await shown('driverName')).slice(0, 2)).toEqual(['Después', 'Después']);
  expect((await shown('driverPhone')).slice(0, 2)).toEqual(['8177777777', '8177777777']);
});

test('desk 1.10: a client’s new name shows in its routes, and in no other', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { id: clientId } = await insertClient(testContext, { teamId });
  const { id: otherId } = await insertClient(testContext, { teamId });
  const routes = await Promise.all(
    [clientId, clientId, otherId, null].map((one) =>
      insertRoute(testContext, { teamId, clientId: one, clientName: one === null ? null : 'Antes' }),
    ),
  );
  const shown = () =>
    Promise.all(routes.map(async ({ id }) => (await getItem(testContext.context, routeKey(teamId, id)))?.clientName));
  const rename = (name: string) => office.send(updateClient, { path: { id: clientId }, body: { name } });
  expect((await rename('Después')).status).toBe(200);
  expect(await shown()).toEqual(['Después', 'Después', 'Antes', null]);
  const writes = testContext.actions().length;
  await rename('Después');
  expect(testContext.actions().slice(writes)).not.toContain('UpdateItem');
});

test('desk 1.10: ten routes of a client are written at once, so that a client with many is renamed in time', async () => {
  const open = { count: 0, most: 0 };
  const meanwhile = async () => {
    open.count += 1;
    open.most = Math.max(open.most, open.count);
    // The others of the ten begin before the first of them goes on.
    await new Promise(setImmediate);
    open.count -= 1;
  };
  const faults = [{ action: 'UpdateItem', meanwhile }];
  const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
  const { testContext, teamId } = office;
  const { id: clientId } = await insertClient(testContext, { teamId });
  const given = { teamId, clientId, clientName: 'Antes' };
  const routes = await Promise.all(Array.from({ length: 23 }, () => insertRoute(testContext, given)));
  expect((await office.send(updateClient, { path: { id: clientId }, body: { name: 'Después' } })).status).toBe(200);
  const stored = await Promise.all(routes.map(({ id }) => getItem(testContext.context, routeKey(teamId, id))));
  expect(new Set(stored.map((route) => route?.clientName))).toEqual(new Set(['Después']));
  expect(open).toEqual({ count: 0, most: 10 });
});

test.each([
  [
    'deleted',
    async (office: Office, id: string) => (await office.send(deleteRoute, { path: { id } })).status,
    undefined,
  ],
  [
    'given to another client',
    async (office: Office, id: string) =>
      (await office.send(updateRoute, { path: { id }, body: { clientId: null } })).status,
    null,
  ],
])('desk 1.10: a route that is %s while its client gets another name stays so', async (_, change, left) => {
  const edits: (() => Promise<unknown>)[] = [];
  const meanwhile = async () => edits.pop()?.();
  const faults = [{ action: 'UpdateItem', meanwhile }];
  const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
  const { testContext, teamId } = office;
  const { id: clientId } = await insertClient(testContext, { teamId });
  const { id } = await insertRoute(testContext, { teamId, clientId, clientName: 'Antes' });
  edits.push(async () => expect(await change(office, id)).toBe(200));
  expect((await office.send(updateClient, { path: { id: clientId }, body: { name: 'Después' } })).status).toBe(200);
  expect(edits).toEqual([]);
  expect((await getItem(testContext.context, routeKey(teamId, id)))?.clientName).toBe(left);
});

test('desk 1.10: an edit without a new name reads no trips', async () => {
  const { office, ids } = await openTrips();
  await office.send(updateClient, { path: { id: ids.clientId }, body: { notes: 'x' } });
  expect(office.testContext.actions()).not.toContain('Query');
});

test('desk 1.10: more trips than one page are renamed', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { id: clientId } = await insertClient(testContext, { teamId });
  const plans = Array.from({ length: 230 }, () => ({ teamId, clientId, clientName: 'Antes' }));
  const trips = await insertTrips(testContext, plans);
  await office.send(updateClient, { path: { id: clientId }, body: { name: 'Después' } });
  const stored = await Promise.all(trips.map(({ id }) => getItem(testContext.context, tripKey(teamId, id))));
  expect(new Set(stored.map((trip) => trip?.clientName))).toEqual(new Set(['Después']));
});

describe('desk 1.11: a trip with a route and no client', () => {
  const START_DATE = '2026-03-02T15:00:00.000Z';

  async function plan(routeOf: (clientId: string) => object, body: object = {}) {
    const office = await openOffice(world);
    const { testContext, teamId } = office;
    const client = await insertClient(testContext, { teamId, name: 'Aceros del Bajío' });
    const route = await insertRoute(testContext, { teamId, ...routeOf(client.id) });
    const answer = await office.send(createTrip, { body: { startDate: START_DATE, routeId: route.id, ...body } });
    expect(answer.status).toBe(201);
    return { client, body: answer.body };
  }

  test('takes the client of the route', async () => {
    const { client, body } = await plan((clientId) => ({ clientId }));
    expect(body).toMatchObject({ clientId: client.id, clientName: client.name });
  });

  test.each([
    ['the route has none', () => ({ clientId: null }), {}],
    ['the client of the route is gone', () => ({ clientId: someId() }), {}],
    ['the goods are the team’s own', (clientId: string) => ({ clientId }), { ownGoods: true }],
  ])('has none when %s', async (_, routeOf, sent) => {
    const { body } = await plan(routeOf, sent);
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['clientId']));
  });
});

describe('desk 1.10: a record that gets another name while a trip takes it', () => {
  const NOW = '2026-03-02T15:00:00.000Z';

  /** An office whose next transaction begins after the step that `before` adds. */
  async function openBusy() {
    const steps: (() => Promise<unknown>)[] = [];
    const meanwhile = async () => steps.pop()?.();
    const faults = [{ action: 'TransactWriteItems', meanwhile }];
    const office = await openOffice({ ...world, begin: () => world.begin({ faults }) });
    return { office, meanwhile: (step: () => Promise<unknown>) => steps.push(step) };
  }

  test.each([
    ['client', updateClient, 'clientId', 'id', { name: 'Nuevo' }, { clientName: 'Nuevo' }],
    ['route', updateRoute, 'routeId', 'id', { name: 'Nuevo' }, { routeName: 'Nuevo' }],
    ['driver', updateDriver, 'driverId', 'driverId', { name: 'Nuevo' }, { driverName: 'Nuevo' }],
    ['vehicle', updateVehicle, 'vehicleId', 'vehicleId', { plate: 'NUEVO-2' }, { vehiclePlate: 'NUEVO-2' }],
  ] as const)(
    'a new %s name shows in a trip that is planned or edited',
    async (_, operation, field, parameter, body, shown) => {
      const { office, meanwhile } = await openBusy();
      const { testContext, teamId } = office;
      const ids = {
        clientId: (await insertClient(testContext, { teamId, name: 'Viejo' })).id,
        routeId: (await insertRoute(testContext, { teamId, name: 'Viejo' })).id,
        driverId: (await insertDriver(testContext, { teamId, name: 'Viejo' })).id,
        vehicleId: String((await office.send(createVehicle, { body: { plate: 'VIEJO-1' } })).body.id),
      };
      const rename = () => office.send(operation, { path: { [parameter]: ids[field] }, body });
      const stored = async (id: unknown) => getItem(testContext.context, tripKey(teamId, String(id)));
      meanwhile(rename);
      const planned = await office.send(createTrip, { body: { startDate: NOW, [field]: ids[field] } });
      expect(planned).toMatchObject({ status: 201, body: shown });
      expect(await stored(planned.body.id)).toMatchObject(shown);
      expect((await pagesOf(office, listTrips, 'trips', { q: 'nuevo' })).flat()).toHaveLength(1);
    },
  );

  test('a new short name of a route shows in the draft, whose line had been too long for its summary', async () => {
    const { office, meanwhile } = await openBusy();
    const { testContext, teamId } = office;
    const { id } = await insertRoute(testContext, { teamId, name: '🚛'.repeat(100) });
    meanwhile(() => office.send(updateRoute, { path: { id }, body: { name: 'Corta' } }));
    const { body } = await office.send(createTrip, { body: { startDate: NOW, routeId: id, revenue: 1_000 } });
    const draft = await getItem(testContext.context, invoiceKey(teamId, String(body.invoiceId)));
    expect(draft?.items?.[0]?.description).toBe('Servicio de autotransporte de carga: Corta');
  });

  test('a new plate shows in a trip that is given the vehicle', async () => {
    const { office, meanwhile } = await openBusy();
    const vehicleId = String((await office.send(createVehicle, { body: { plate: 'VIEJO-1' } })).body.id);
    const { id } = (await office.send(createTrip, { body: { startDate: NOW } })).body;
    meanwhile(() => office.send(updateVehicle, { path: { vehicleId }, body: { plate: 'NUEVO-2' } }));
    const edited = await office.send(updateTrip, { path: { tripId: String(id) }, body: { vehicleId } });
    expect(edited).toMatchObject({ status: 200, body: { vehiclePlate: 'NUEVO-2' } });
  });
});
