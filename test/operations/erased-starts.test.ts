import { getItem } from '../../shared/platform/table/read';
import { eraseDriverRecords } from '../../shared/privacy/erase-driver-records';
import { readDriverData } from '../../shared/privacy/export-driver';
import { relayTrip } from '../../shared/trips/relay-trip';
import { tripKey } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import { note, type PhoneRoad, resultsOf } from '../support/phone';
import { planPhoneRoad, tripEnd, tripStart, wholeState } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { type Fleet, insertDriver } from '../support/store-fleet';

const table = quickTable();
const MINUTE_MS = 60_000;
const PATIO = { lat: 25.686_601, lng: -100.316_102, accuracyM: 7.123 };
const GATE = { lat: 24.861_403, lng: -101.271_904, accuracyM: 8.456 };
const DOCK = { lat: 19.432_605, lng: -99.133_206, accuracyM: 9.789 };

function later(minutes: number) {
  const testContext = table.testContext();
  testContext.pass(minutes * MINUTE_MS);
  return testContext;
}

const erase = ({ driver }: Pick<Fleet, 'driver'>) => later(2_000).use(eraseDriverRecords)(driver);
const tripOf = ({ trip }: PhoneRoad) => getItem(table.testContext().context, tripKey(trip.teamId, trip.id));

/** The values that the table still has of some. */
async function stored(values: readonly number[]): Promise<number[]> {
  const bytes = JSON.stringify(await table.everything());
  return values.filter((value) => bytes.includes(String(value)));
}

const valuesOf = (...places: readonly object[]): number[] => places.flatMap((place) => Object.values(place));

test('doors 30: the erasure of a driver leaves no place of a start or end that the phone recorded', async () => {
  const road = await planPhoneRoad(table.testContext());
  const items = [tripStart(road, 10, PATIO), tripStart(road, 11, GATE), tripEnd(road, 300, DOCK)];
  expect(await resultsOf(later(600), road.fleet, items)).toEqual(Array(3).fill('APPLIED'));
  const values = valuesOf(PATIO, GATE, DOCK);
  expect(await stored(values)).toEqual(values);
  const before = await wholeState(table.testContext(), road);
  await erase(road.fleet);
  expect(await stored(values)).toEqual([]);
  const { facts, trip } = await wholeState(table.testContext(), road);
  const known = ({ id, at, event }: (typeof facts)[number]) => [id, at, event];
  expect(facts.map(known)).toEqual(before.facts.map(known));
  expect([trip.actualStartDate, trip.actualEndDate]).toEqual([before.trip.actualStartDate, before.trip.actualEndDate]);
});

test('doors 30: the place of a start is the driver’s who recorded it, also of a later leg', async () => {
  const road = await planPhoneRoad(table.testContext());
  expect(await resultsOf(later(20), road.fleet, [tripStart(road, 10)])).toEqual(['APPLIED']);
  const drivers = [await spare(road), await spare(road)] as const;
  const [second, third] = drivers;
  for (const [index, { driver }] of drivers.entries()) {
    const trip = await tripOf(road);
    if (trip === undefined) throw new Error('The trip is gone.');
    await later(100 * (index + 1)).use(relayTrip)(road.fleet.actor, trip, { driverId: driver.id }, undefined);
  }
  const late = [tripStart(road, 5, GATE), note(road, 'a')];
  expect(await resultsOf(later(600), second, late)).toEqual(['APPLIED', 'APPLIED']);
  expect(await tripOf(road)).toMatchObject({ startLat: GATE.lat, startLng: GATE.lng });
  const exported = async ({ driver }: Fleet) =>
    (await later(700).use(readDriverData)(driver)).formerTrips.map(({ startLat }) => startLat);
  expect([await exported(road.fleet), await exported(second)]).toEqual([[undefined], [GATE.lat]]);
  await erase(road.fleet);
  expect(await tripOf(road)).toMatchObject({ startLat: GATE.lat });
  await erase(second);
  expect(await stored(valuesOf(GATE))).toEqual([]);
  expect(await tripOf(road)).toMatchObject({ driverId: third.driver.id, status: 'EN_PROCESO' });
});

async function spare({ fleet, trip: { teamId } }: PhoneRoad): Promise<Fleet> {
  const sub = someId();
  const driver = await insertDriver(table.testContext(), { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true });
  return { ...fleet, driver: { ...driver, sub } };
}
