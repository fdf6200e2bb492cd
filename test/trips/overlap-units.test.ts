import { operation as changeRoadPolicy } from '../../functions/teams/change-road-policy';
import { operation as createTrip } from '../../functions/trips/create-trip';
import { operation as updateTripStatus } from '../../functions/trips/update-trip-status';
import type { TripRecord } from '../../shared/trips/trip';
import { accounts } from '../support/accounts';
import { unitsOf } from '../support/list-units';
import { openOffice } from '../support/office';
import { quickTable } from '../support/quick-table';
import { insertDriver, insertRoute, insertTrips, insertVehicle } from '../support/store-fleet';

const table = quickTable();
const world = accounts(table);
const DAY_MS = 24 * 60 * 60_000;
const START = Date.parse('2026-03-01T12:00:00.000Z');
const dayFrom = (days: number) => new Date(START + days * DAY_MS).toISOString();

/** The units of a creation, with so many trips of its driver and so many others of its vehicle on the days before, each with a route of its own. */
async function unitsWith(count: number, firstDay: number) {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, { teamId });
  const vehicle = await insertVehicle(testContext, { teamId });
  for (const crew of [{ driverId: driver.id }, { vehicleId: vehicle.id }]) {
    const trips: Partial<TripRecord>[] = [];
    for (let day = 0; day < count; day += 1) {
      const { id: routeId } = await insertRoute(testContext, { teamId, estimatedDuration: 60 });
      trips.push({ teamId, ...crew, routeId, startDate: dayFrom(firstDay - day), endDate: undefined });
    }
    await insertTrips(testContext, trips);
  }
  const plan = { driverId: driver.id, vehicleId: vehicle.id, startDate: dayFrom(0), endDate: dayFrom(1) };
  // The function then knows the policy.
  await office.send(createTrip, { body: { ...plan, startDate: dayFrom(-100), endDate: dayFrom(-100) } });
  const answer = await office.send(createTrip, { body: plan });
  expect([answer.status, answer.body.warnings]).toEqual([201, undefined]);
  return unitsOf(office);
}

describe('road 9: the units of a warning of overlaps', () => {
  test('road 9: are those of two empty lists, one unit, when driver and vehicle have no trips in these days', async () => {
    expect(await unitsWith(20, -32)).toEqual(await unitsWith(0, 0));
  });

  test('road 9: are at most 6.5 read units, with the policy 7.5, and no write, however many trips both have', async () => {
    const [none, many] = [await unitsWith(0, 0), await unitsWith(20, -1)];
    // The creation with empty lists reads them for one unit, which DynamoDB Local does not count. Eight trips and three routes are the others.
    expect(many.rru - none.rru).toBeGreaterThanOrEqual(5.5);
    expect(many.rru - none.rru).toBeLessThanOrEqual(6.5);
    expect(many.wru).toBe(none.wru);
  });
});

/** The units of a creation and of its cancellation, when driver and vehicle have so many other plans. */
async function unitsUnder(overlap: 'WARN' | 'REFUSE', plans: number) {
  const office = await openOffice(world);
  const { teamId, testContext } = office;
  const driver = await insertDriver(testContext, { teamId });
  const vehicle = await insertVehicle(testContext, { teamId });
  await office.send(changeRoadPolicy, { body: { overlap } });
  testContext.pass(121_000);
  const plan = (day: number) => ({
    body: { driverId: driver.id, vehicleId: vehicle.id, startDate: dayFrom(day), endDate: dayFrom(day) },
  });
  for (let day = 1; day <= plans; day += 1) expect((await office.send(createTrip, plan(day))).status).toBe(201);
  // The functions then know the policy.
  const first = await office.send(createTrip, plan(100));
  const path = { tripId: String(first.body.id) };
  await office.send(updateTripStatus, { path, body: { status: 'CANCELADO' } });
  const second = await office.send(createTrip, plan(0));
  const creation = unitsOf(office);
  const cancelled = await office.send(updateTripStatus, {
    path: { tripId: String(second.body.id) },
    body: { status: 'CANCELADO' },
  });
  expect([second.status, cancelled.status]).toEqual([201, 200]);
  return { creation, cancellation: unitsOf(office) };
}

describe('road 9: the units of agendas', () => {
  test.each([
    [2, 4],
    [10, 4],
    [20, 8],
  ])(
    'road 9: with %d plans are %d write units more in a creation and a cancellation, and no more than that read',
    async (plans, units) => {
      const [warn, refuse] = [await unitsUnder('WARN', 0), await unitsUnder('REFUSE', plans)];
      expect(refuse.creation.wru - warn.creation.wru).toBe(units);
      expect(refuse.cancellation.wru - warn.cancellation.wru).toBe(units);
      expect(refuse.creation.rru - warn.creation.rru).toBeLessThanOrEqual(units);
      expect(refuse.cancellation.rru - warn.cancellation.rru).toBeLessThanOrEqual(units);
    },
  );

  test('road 9: are none under WARN, whose creation stays within 26 write units', async () => {
    const { creation } = await unitsUnder('WARN', 2);
    expect(creation).toEqual((await unitsUnder('WARN', 0)).creation);
    expect(creation.wru).toBeLessThanOrEqual(26);
  });
});
