import { operation as updateDriver } from '../../functions/drivers/update-driver';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as deleteTrip } from '../../functions/trips/delete-trip';
import { operation as updateTrip } from '../../functions/trips/update-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import { driverKey } from '../../shared/fleet/driver';
import { getItem } from '../../shared/platform/table/read';
import { editTrip } from '../../shared/trips/edit-trip';
import { type TripRecord, tripKey } from '../../shared/trips/trip';
import { accounts } from '../support/accounts';
import type { Fault } from '../support/faults';
import { type Office, openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertTrips } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);

const openTrips = (...statuses: TripRecord['status'][]) => openTripsWith([], ...statuses);

async function openTripsWith(faults: readonly Fault[], ...statuses: TripRecord['status'][]) {
  const office = await openOffice(world, {}, { faults });
  const { testContext, teamId } = office;
  const driver = await insertDriver(testContext, { teamId });
  const trips = await insertTrips(
    testContext,
    statuses.map((status) => ({ teamId, status, driverId: driver.id })),
  );
  const move = async (status: string) =>
    (await office.send(updateDriver, { path: { driverId: driver.id }, body: { status } })).status;
  const stored = () => getItem(testContext.context, driverKey(teamId, driver.id));
  return { office, driver, trips, move, stored };
}

const alertsOf = async ({ teamId }: Office) =>
  (await table.partition(`TEAM#${teamId}`, 'ALERT#')).map(({ type, status, resolvedBy, entityId }) => [
    type,
    status,
    resolvedBy,
    entityId,
  ]);
const OPEN = (driverId: string) => ['DRIVER_LEFT_WITH_TRIPS', 'OPEN', undefined, driverId];
const RESOLVED = (driverId: string) => ['DRIVER_LEFT_WITH_TRIPS', 'RESOLVED', 'SYSTEM', driverId];

test.each([
  ['no trip', []],
  ['finished trips', ['COMPLETADO', 'CANCELADO']],
] as const)('desk 2.4: a driver with %s leaves without an alert', async (_, statuses) => {
  const { office, move, stored } = await openTrips(...statuses);
  expect(await move('BAJA')).toBe(200);
  expect(await alertsOf(office)).toEqual([]);
  expect(await stored()).not.toHaveProperty('left');
});

test('desk 2.4: a driver who leaves planned trips behind raises one alert, which the return resolves', async () => {
  const { office, driver, move, stored } = await openTrips('NO_INICIADO', 'NO_INICIADO', 'COMPLETADO');
  expect(await move('VACACIONES')).toBe(200);
  expect(await alertsOf(office)).toEqual([]);
  expect(await move('BAJA')).toBe(200);
  expect(await alertsOf(office)).toEqual([OPEN(driver.id)]);
  expect((await stored())?.left?.trips).toBe(2);
  expect(await move('DISPONIBLE')).toBe(200);
  expect(await alertsOf(office)).toEqual([RESOLVED(driver.id)]);
  expect(await stored()).not.toHaveProperty('left');
});

type Leave = (office: Office, trip: TripRecord) => Promise<{ readonly status: number }>;
const LEAVES: readonly (readonly [string, Leave])[] = [
  [
    'gets another driver',
    async (office, { id: tripId }) => {
      const { id: driverId } = await insertDriver(office.testContext, { teamId: office.teamId });
      return office.send(updateTrip, { path: { tripId }, body: { driverId } });
    },
  ],
  ['gets none', (office, { id: tripId }) => office.send(updateTrip, { path: { tripId }, body: { driverId: null } })],
  [
    'is cancelled',
    (office, { id: tripId }) => office.send(updateTripStatus, { path: { tripId }, body: { status: 'CANCELADO' } }),
  ],
  ['is deleted', (office, { id: tripId }) => office.send(deleteTrip, { path: { tripId } })],
];

test.each(LEAVES)('desk 2.2: the alert resolves itself when the last trip %s', async (_, leave) => {
  const { office, driver, trips, move, stored } = await openTrips('NO_INICIADO', 'NO_INICIADO');
  await move('BAJA');
  const [one, other] = trips;
  if (one === undefined || other === undefined) throw new Error('Two trips were inserted.');
  expect((await leave(office, one)).status).toBe(200);
  const alerts = async () => (await alertsOf(office)).filter(([type]) => type === 'DRIVER_LEFT_WITH_TRIPS');
  expect([await alerts(), (await stored())?.left?.trips]).toEqual([[OPEN(driver.id)], 1]);
  expect((await leave(office, other)).status).toBe(200);
  expect(await alerts()).toEqual([RESOLVED(driver.id)]);
  expect(await stored()).not.toHaveProperty('left');
});

/** Trips of a driver who leaves, and what happens between the count of the trips and the write. */
async function openDeparture(...statuses: TripRecord['status'][]) {
  const work: (() => Promise<unknown>)[] = [];
  const meanwhile = async () => work.pop()?.();
  return { work, ...(await openTripsWith([{ action: 'TransactWriteItems', meanwhile }], ...statuses)) };
}

test.each(LEAVES)('desk 2.2: a trip that %s while its driver leaves is not counted', async (_, leave) => {
  const { office, driver, trips, move, stored, work } = await openDeparture('NO_INICIADO', 'NO_INICIADO');
  const [one, other] = trips;
  if (one === undefined || other === undefined) throw new Error('Two trips were inserted.');
  work.push(() => leave(office, one));
  expect(await move('BAJA')).toBe(200);
  const alerts = async () => (await alertsOf(office)).filter(([type]) => type === 'DRIVER_LEFT_WITH_TRIPS');
  expect([await alerts(), (await stored())?.left?.trips]).toEqual([[OPEN(driver.id)], 1]);
  expect((await leave(office, other)).status).toBe(200);
  expect(await alerts()).toEqual([RESOLVED(driver.id)]);
});

test('desk 2.2: the last trip that leaves while its driver does resolves the alert', async () => {
  const { office, driver, trips, move, stored, work } = await openDeparture('NO_INICIADO');
  work.push(() => office.send(updateTrip, { path: { tripId: trips[0]?.id ?? '' }, body: { driverId: null } }));
  expect(await move('BAJA')).toBe(200);
  expect(await alertsOf(office)).toEqual([RESOLVED(driver.id)]);
  expect(await stored()).not.toHaveProperty('left');
});

test('desk 2.4: a trip that is planned while its driver leaves raises the alert', async () => {
  const { office, driver, move, stored, work } = await openDeparture();
  const body = { startDate: '2026-03-05T12:00:00Z', driverId: driver.id };
  work.push(() => office.send(createTrip, { body }));
  expect(await move('BAJA')).toBe(200);
  expect([await alertsOf(office), (await stored())?.left?.trips]).toEqual([[OPEN(driver.id)], 1]);
});

test('desk 2.2: an edit that keeps the driver counts nothing', async () => {
  const { office, trips, move, stored } = await openTrips('NO_INICIADO');
  await move('BAJA');
  await office.send(updateTrip, { path: { tripId: trips[0]?.id ?? '' }, body: { notes: 'x' } });
  expect((await stored())?.left?.trips).toBe(1);
});

test('desk 2.2: two trips that leave at once are counted twice', async () => {
  const { office, driver, trips, move } = await openTrips('NO_INICIADO', 'NO_INICIADO');
  await move('BAJA');
  const [one, other] = trips;
  if (one === undefined || other === undefined) throw new Error('Two trips were inserted.');
  const actor = { id: office.id, teamId: office.teamId };
  const meanwhile = () => table.testContext().use(editTrip)(actor, other, { driverId: null });
  await table.interrupted(meanwhile).use(editTrip)(actor, one, { driverId: null });
  expect(await alertsOf(office)).toEqual([RESOLVED(driver.id)]);
  const stored = await getItem(office.testContext.context, tripKey(office.teamId, one.id));
  expect(stored).not.toHaveProperty('driverId');
});
