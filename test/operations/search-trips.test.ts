import * as v from 'valibot';
import { operation as createClient } from '../../functions/clients/create-client';
import { operation as updateClient } from '../../functions/clients/update-client';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as listTrips } from '../../functions/trips/list-trips';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { clientKey } from '../../shared/clients/client';
import { getItem } from '../../shared/platform/table/read';
import { unexpectedConflict, update } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { nameIndexes } from '../../shared/platform/table/word-keys';
import { editTrip } from '../../shared/trips/edit-trip';
import { tripKey } from '../../shared/trips/trip';
import { accounts, refusal, refused } from '../support/accounts';
import { someId } from '../support/engine-runtime';
import { type Office, openOffice, recordsOf } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertClient, insertDriver, insertRoute, insertTrips, insertVehicle } from '../support/store-fleet';

/** The search of trips by words of cargo, client, driver, plate and route. */

const table = quickTable();
const world = accounts(table);

/** All trips that a query finds, in pages of a limit. No call reads more than eight units, and the last page has no cursor. */
async function found(office: Office, query: Record<string, string>, limit = '50') {
  const ids: unknown[] = [];
  for (let cursor: unknown; cursor !== null; ) {
    const sent = { limit, ...query, ...(typeof cursor === 'string' && { cursor }) };
    const answer = await office.send(listTrips, { query: sent });
    expect(answer.status).toBe(200);
    const { rru } = v.parse(v.object({ rru: v.number() }), JSON.parse(office.testContext.logs.at(-1) ?? '{}'));
    expect(rru).toBeLessThanOrEqual(8);
    ids.push(...recordsOf(answer, 'trips').map(({ id }) => id));
    cursor = answer.body.nextCursor;
  }
  expect(new Set(ids).size).toBe(ids.length);
  return ids;
}

const START = '2026-03-05T12:00:00Z';

async function openRoad() {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const client = await insertClient(testContext, { teamId, name: 'Aceros Peñoles SA de CV', phone: '8112345678' });
  const driver = await insertDriver(testContext, { teamId, name: 'Ramón Elizondo Garza' });
  const vehicle = await insertVehicle(testContext, { teamId, plate: '12-AB-3C' });
  const route = await insertRoute(testContext, { teamId, name: 'Monterrey–Querétaro' });
  const plan = async (body: object) => {
    const answer = await office.send(createTrip, { body: { startDate: START, ...body } });
    expect(answer.status).toBe(201);
    return String(answer.body.id);
  };
  const whole = { clientId: client.id, driverId: driver.id, vehicleId: vehicle.id, routeId: route.id };
  return { office, client, driver, vehicle, route, plan, whole };
}

it.each([
  ['penoles', true],
  ['PEÑOLES elizondo', true],
  ['ramon', true],
  ['12ab3c', true],
  ['12 AB 3C', true],
  ['queretaro', true],
  ['lamina', true],
  ['rollos galvan', true],
  ['lámina peñoles ramón', true],
  ['elizondo queret rollo', true],
  ['de elizondo', true],
  ['sa p', true],
  ['enoles', false],
  ['elizondo saltillo', false],
  ['8112345678', false],
  ['x'.repeat(200), false],
])('desk 3.1: trips are searched by cargo, client, driver, plate and route: %p finds it: %p', async (q, isFound) => {
  const { office, plan, whole } = await openRoad();
  const id = await plan({ ...whole, cargoDescription: 'Rollos de lámina galvanizada' });
  await plan({ cargoDescription: 'Cerveza' });
  const other = await openRoad();
  await other.plan({ ...other.whole, cargoDescription: 'Rollos de lámina galvanizada' });
  expect(await found(office, { q })).toEqual(isFound ? [id] : []);
});

it.each([
  ['40 hc', 'cargo'],
  ['40 h', 'cargo'],
  ['4501 55', 'cargo'],
  ['20 ft', 'other'],
  ['RA 12345', 'vehicle'],
  ['12 ab', undefined],
])('desk 3.1: %p is a plate with blanks where a vehicle has one, else words of a trip: %p', async (q, expected) => {
  const { office, plan } = await openRoad();
  const { id: vehicleId } = await insertVehicle(office.testContext, { teamId: office.teamId, plate: 'RA-12345' });
  const trips = {
    cargo: await plan({ cargoDescription: 'Caja 40 HC, 4501 5502' }),
    vehicle: await plan({ vehicleId }),
    other: await plan({ cargoDescription: 'Plano 20FT' }),
  };
  expect(await found(office, { q }, '1')).toEqual(
    Object.entries(trips).flatMap(([name, id]) => (name === expected ? [id] : [])),
  );
});

it.each([
  [{ q: '🚛' }, 'q'],
  [{ q: 'uno dos tres cuatro' }, 'q'],
  [{ q: 'uno de dos y tres de la cuatro' }, 'q'],
  [{ q: 'uno de de de de de de de de de de de de' }, 'q'],
  [{ q: 'acero', sort: 'startDate' }, 'sort'],
])('desk 3.2: %j is refused', async (query, field) => {
  const { send } = await openOffice(world);
  expect(refusal(await send(listTrips, { query }))).toEqual(refused('VALIDATION_FAILED', field));
});

it('desk 3.1: a trip with the word in several records is answered once, beside filters and in small pages', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const client = await insertClient(testContext, { teamId, name: 'Garza Garza-Leal Garzón' });
  const driver = await insertDriver(testContext, { teamId, name: 'Mario Garza Garza' });
  const another = await insertDriver(testContext, { teamId, name: 'Juan Garza' });
  const names = { clientName: client.name, driverName: driver.name };
  const trips = await insertTrips(
    testContext,
    Array.from({ length: 24 }, (_, nth) => ({
      teamId,
      startDate: new Date(Date.UTC(2026, 2, 1 + nth)).toISOString(),
      status: nth % 2 ? ('COMPLETADO' as const) : ('NO_INICIADO' as const),
      ...(nth % 3 !== 0 && { clientId: client.id, clientName: client.name }),
      ...(nth % 4 < 2
        ? { driverId: driver.id, driverName: names.driverName }
        : { driverId: another.id, driverName: another.name }),
      ...(nth % 5 === 0 && { cargoDescription: 'Madera para Garza y garzas' }),
    })),
  );
  const ids = (keep: (nth: number) => boolean) => trips.flatMap(({ id }, nth) => (keep(nth) ? [id] : [])).sort();
  expect((await found(office, { q: 'garza' })).sort()).toEqual(ids(() => true));
  expect((await found(office, { q: 'garza' }, '1')).sort()).toEqual(ids(() => true));
  expect((await found(office, { q: 'garz mario', status: 'COMPLETADO' })).sort()).toEqual(
    ids((nth) => nth % 4 < 2 && nth % 2 === 1),
  );
  expect((await found(office, { q: 'garzas', from: '2026-03-05' }, '1')).sort()).toEqual(
    ids((nth) => nth % 5 === 0 && nth >= 5),
  );
});

it('desk 3.1: a finished trip is found once when an earlier record of it has another name by now', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const client = await insertClient(testContext, { teamId, name: 'Fletes Nuevos' });
  const driver = await insertDriver(testContext, { teamId, name: 'Mario Garza' });
  const copied = { clientId: client.id, clientName: 'Garza Hermanos', driverId: driver.id, driverName: driver.name };
  const [trip] = await insertTrips(testContext, [{ teamId, status: 'COMPLETADO', ...copied }]);
  expect(await found(office, { q: 'garza' })).toEqual([trip?.id]);
  // It does not show the new name.
  expect(await found(office, { q: 'fletes' })).toEqual([]);
});

it('desk 3.1: trips are found by what an edit and a new name of the client made of them', async () => {
  const { office, plan, client, driver } = await openRoad();
  const id = await plan({ clientId: client.id, cargoDescription: 'Rollos' });
  const change = (body: object) => office.send(updateTrip, { path: { tripId: id }, body });
  await change({ driverId: driver.id, cargoDescription: 'Cerveza lata' });
  for (const q of ['cerveza lata', 'elizondo', 'penoles']) expect(await found(office, { q })).toEqual([id]);
  expect(await found(office, { q: 'rollos' })).toEqual([]);
  await office.send(updateClient, { path: { id: client.id }, body: { name: 'Metales' } });
  expect([await found(office, { q: 'metales' }), await found(office, { q: 'penoles' })]).toEqual([[id], []]);
  const ofTrip = async () => (await table.partition(`TEAM#${office.teamId}#WORDS`, 'TRIP#')).length;
  expect(await ofTrip()).toBe(1);
  await office.send(deleteTrip, { path: { tripId: id } });
  expect(await ofTrip()).toBe(0);
});

it('desk 3.1: two edits of the cargo at once leave the words of the later one', async () => {
  const { office, plan } = await openRoad();
  const id = await plan({ cargoDescription: 'Rollos' });
  const trip = await getItem(office.testContext.context, tripKey(office.teamId, id));
  if (trip === undefined) throw new Error('It was planned.');
  const edit = (cargoDescription: string) =>
    office.send(updateTrip, { path: { tripId: id }, body: { cargoDescription } });
  const interrupted = table.interrupted(() => edit('Cerveza'));
  await interrupted.use(editTrip)({ id: someId(), teamId: office.teamId }, trip, { cargoDescription: 'Madera' });
  expect(await found(office, { q: 'madera' })).toEqual([id]);
  expect(await table.partition(`TEAM#${office.teamId}#WORDS`, 'TRIP#')).toHaveLength(1);
});

test('desk 3.1: are found by the first word of a record whose name had no blank at its end in the list by name', async () => {
  const office = await openOffice(world);
  const { testContext, teamId } = office;
  const { body } = await office.send(createClient, { body: { name: 'Cemex Monterrey' } });
  const clientId = String(body.id);
  const trip = await office.send(createTrip, { body: { startDate: START, clientId } });
  const older = { ...nameIndexes(teamId, 'CLIENT', 'cemex monterrey', clientId, 'cemex monterrey') };
  const changed = unexpectedConflict('A client');
  await transact(testContext.context, [update(clientKey(teamId, clientId), { set: older }, {}, changed)]);
  for (const q of ['cemex', 'monterrey']) expect([q, await found(office, { q })]).toEqual([q, [trip.body.id]]);
});
