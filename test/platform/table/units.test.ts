import { closeReservation } from '../../../shared/boxes/reservations';
import { driverKey } from '../../../shared/fleet/driver';
import { authorisePerson } from '../../../shared/identity/access';
import { createPayment } from '../../../shared/payments/payments';
import { removeInvoice } from '../../../shared/stamping/remove-invoice';
import { createTrip } from '../../../shared/trips/create-trip';
import { moveOwnTrip } from '../../../shared/trips/move-trip';
import { recordPing } from '../../../shared/trips/record-ping';
import { engineTable } from '../../support/engine';
import { someId } from '../../support/engine-runtime';
import { insertBox, reserve } from '../../support/store-boxes';
import {
  asDriver,
  insertClient,
  insertFleet,
  insertMembership,
  insertRoute,
  insertTrip,
  insertTripUnderWay,
  moveAsOwner,
  startTrip,
} from '../../support/store-fleet';
import { ITEM, insertInvoice } from '../../support/store-invoices';
import { storedTrip } from '../../support/store-records';

/**
 * Request units and calls of the most frequent operations, from the engine's ConsumedCapacity. The expected figure is exact, because every
 * change of it is a change of price. The limit beside it fails the bench.
 */
const table = engineTable();

/** The bench fails above this number of write units. The goals are 14 and 20. */
const START = { fail: 17 };
const PLAN = { fail: 30 };

/** Makes the trip larger than one kilobyte, so that each of its writes costs two units more. */
const LONG = 'Carga paletizada, entregar en andén 4; llamar al llegar. '.repeat(8);

async function insertPlan(notes: string | undefined) {
  const testContext = table.testContext();
  const fleet = await insertFleet(testContext);
  const { teamId } = fleet.actor;
  const client = await insertClient(testContext, { teamId, rfc: 'ABC010101AB1' });
  const route = await insertRoute(testContext, { teamId });
  const plan = {
    startDate: storedTrip().startDate,
    clientId: client.id,
    routeId: route.id,
    driverId: fleet.driver.id,
    vehicleId: fleet.vehicle.id,
    revenue: 25_000,
    notes,
  };
  return { fleet, plan };
}

test('a ping is one call of one write unit, without a read', async () => {
  const fleet = await insertFleet(table.testContext());
  const trip = await insertTripUnderWay(table.testContext(), fleet);
  const testContext = table.testContext();
  await testContext.use(recordPing)(asDriver(fleet), trip.id, { lat: 25.67, lng: -100.31, speedKmh: 80, heading: 170 });
  expect(testContext.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 1 });
});

// The second write is at the place where an earlier release kept the positions.
test('a refused ping costs one write and one read more, and only then', async () => {
  const fleet = await insertFleet(table.testContext());
  const trip = await insertTrip(table.testContext(), fleet);
  const testContext = table.testContext();
  const ping = testContext.use(recordPing)(asDriver(fleet), trip.id, { lat: 0, lng: 0 });
  await expect(ping).rejects.toMatchObject({ code: 'TRIP_NOT_IN_PROGRESS' });
  expect(testContext.actions()).toEqual(['UpdateItem', 'UpdateItem', 'BatchGetItem']);
});

test.each([
  ['a trip of usual size', undefined, 15],
  ['a trip with long notes', LONG, 17],
])(
  'the start of %s reads the trip, its stops, the policy and the papers, and is one transaction',
  async (_, notes, units) => {
    const { fleet, plan } = await insertPlan(notes);
    const trip = await insertTrip(table.testContext(), fleet, plan);
    const testContext = table.testContext();
    await testContext.use(moveOwnTrip)(asDriver(fleet), trip.id, 'EN_PROCESO', { lat: 25.67, lng: -100.31 });
    expect(testContext.actions()).toEqual(['GetItem', 'GetItem', 'GetItem', 'BatchGetItem', 'TransactWriteItems']);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(5);
    expect(testContext.meter.writeUnits).toBe(units);
    expect(units).toBeLessThanOrEqual(START.fail);
  },
);

test('a trip’s end is one transaction, which reads the position and the policy alone when a member ends it', async () => {
  const fleet = await insertFleet(table.testContext());
  const trip = await insertTripUnderWay(table.testContext(), fleet);
  const testContext = table.testContext();
  await moveAsOwner(testContext, fleet, trip, 'COMPLETADO');
  expect(testContext.actions()).toEqual(['GetItem', 'GetItem', 'TransactWriteItems']);
  // A function reads the policy once a minute.
  expect(testContext.meter).toEqual({ calls: 3, readUnits: 2, writeUnits: 13 });
});

test('a trip’s end enters what is owed in the same transaction, and a payment moves it', async () => {
  const fleet = await insertFleet(table.testContext());
  const planned = await insertTrip(table.testContext(), fleet, { revenue: 100 });
  const started = await startTrip(table.testContext(), fleet, planned);
  const testContext = table.testContext();
  const trip = await moveAsOwner(testContext, fleet, started, 'COMPLETADO');
  expect(testContext.meter).toEqual({ calls: 3, readUnits: 2, writeUnits: 15 });
  const paying = table.testContext();
  await paying.use(createPayment)(fleet.actor, { tripId: trip.id, amount: 1, method: 'EFECTIVO' }, undefined);
  expect(paying.meter).toEqual({ calls: 2, readUnits: 1, writeUnits: 12 });
});

test('reserving a box is one read and one transaction, and so is closing', async () => {
  const testContext = table.testContext();
  const actor = { id: someId(), teamId: someId() };
  const box = await insertBox(table.testContext(), { teamId: actor.teamId });
  const reservation = await reserve(testContext, actor, box, { isBillable: false });
  expect(testContext.meter).toEqual({ calls: 2, readUnits: 1, writeUnits: 12 });
  const closing = table.testContext();
  await closing.use(closeReservation)(actor, reservation);
  expect(closing.meter).toEqual({ calls: 2, readUnits: 1, writeUnits: 12 });
});

test.each([
  ['a trip of usual size', undefined, 25],
  ['a trip with long notes', LONG, 27],
])('planning %s with all its references is six reads and one transaction', async (_, notes, units) => {
  const { fleet, plan } = await insertPlan(notes);
  const testContext = table.testContext();
  await testContext.use(createTrip)(fleet.actor, plan, undefined);
  expect(testContext.actions()).toEqual([
    ...['BatchGetItem', 'BatchGetItem'],
    ...['GetItem', 'Query', 'Query'],
    ...['TransactWriteItems', 'BatchGetItem'],
  ]);
  // Client, route, driver, vehicle, and the issuer, who decides about the withheld ISR; then the place of the stop; then the road policy, once a
  // minute, and the lists of driver and vehicle; at the end the four again, because one may have got another name meanwhile.
  expect(testContext.meter.readUnits).toBe(12);
  expect(testContext.meter.writeUnits).toBe(units);
  expect(units).toBeLessThanOrEqual(PLAN.fail);
});

test('road 9: four stops of usual size cost two write units more than one, and a read unit for the speeds between them', async () => {
  const { fleet, plan } = await insertPlan(undefined);
  const { teamId } = fleet.actor;
  const stops = ['Patio Apodaca', 'Cedis Saltillo', 'Cedis Querétaro', 'Andén Vallejo'].map(
    (routePointName, index) => ({
      order: index + 1,
      routePointId: someId(),
      routePointName,
      address: 'Carretera Miguel Alemán km 22, Parque Industrial, 66600 Apodaca, N. L.',
      estimatedArrival: '2026-03-04T14:30:00-06:00',
      contactName: 'Laura Méndez',
      contactPhone: '8112345678',
      notes: null,
    }),
  );
  const { id: routeId } = await insertRoute(table.testContext(), { teamId, stops });
  const testContext = table.testContext();
  await testContext.use(createTrip)(fleet.actor, { ...plan, routeId }, undefined);
  expect(testContext.meter).toMatchObject({ readUnits: 16, writeUnits: 27 });
  expect(testContext.meter.writeUnits).toBeLessThanOrEqual(PLAN.fail);
});

test('membership and one entity are one call of two read units', async () => {
  const fleet = await insertFleet(table.testContext());
  const { teamId, id } = fleet.actor;
  await insertMembership(table.testContext(), { teamId, userId: id });
  const testContext = table.testContext();
  const caller = {
    pool: 'staff',
    id,
    accessToken: 'token',
    signedInAt: testContext.now().toISOString(),
    sessionId: '',
  } as const;
  const key = driverKey(teamId, fleet.driver.id);
  const right = await authorisePerson(
    testContext.context,
    { pool: 'staff', team: 'path.teamId', keys: 'never' },
    caller,
    teamId,
    () => key,
    false,
  );
  expect(right).toMatchObject({ caller: { role: 'MEMBER', teamId }, entity: { id: fleet.driver.id } });
  expect(testContext.actions()).toEqual(['BatchGetItem']);
  expect(testContext.meter).toEqual({ calls: 1, readUnits: 2, writeUnits: 0 });
});

/** The summary and its index by status, the counter, the audit entry and its index. */
const REMOVAL = 8;

test.each([
  ['a plain invoice', {}, REMOVAL, 0],
  // Its trip is read: the draft may be the one that the estimate follows.
  ['an invoice for a trip', { tripId: someId() }, REMOVAL + 2, 1],
  ['an invoice with many items', { items: new Array(5).fill(ITEM) }, REMOVAL + 2, 0],
])('deleting %s pays for nothing that is not there', async (_, given, units, reads) => {
  const actor = { id: someId(), teamId: someId() };
  const record = await insertInvoice(table.testContext(), { teamId: actor.teamId, ...given });
  const testContext = table.testContext();
  await testContext.use(removeInvoice)(actor, record);
  expect(testContext.meter).toEqual({ calls: 1 + reads, readUnits: reads, writeUnits: units });
});
