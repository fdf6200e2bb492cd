import { checkPart } from '../../shared/operation/check-part';
import { getItem } from '../../shared/platform/table/read';
import { correctStop } from '../../shared/trips/correct-stop';
import { editStops } from '../../shared/trips/edit-stops';
import { relayTrip } from '../../shared/trips/relay-trip';
import { syncFacts } from '../../shared/trips/sync';
import { tripKey } from '../../shared/trips/trip';
import { someId } from '../support/engine-runtime';
import type { Fault } from '../support/faults';
import { openPhoneRoad, planStops, resultsOf, sync } from '../support/phone';
import { lastMinute, laterOn, minutesOf, pingAt, pingsOf, trackAt } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { asDriver, insertDriver, insertFleet, insertTrip, moveAsOwner, startTrip } from '../support/store-fleet';

const table = quickTable();

const later = laterOn(table);

/** What happens just before the nth update of a request, which counts from 0. */
const beforeUpdate = (skip: number, meanwhile: () => Promise<unknown>): Fault[] => [
  { action: 'UpdateItem', skip, times: 1, meanwhile },
];

describe('road 3: between the segment and the cut of the list', () => {
  test('road 3: a further position stays in the list', async () => {
    const road = await openPhoneRoad(table.testContext());
    await sync(later(200), road.fleet, pingsOf(road, 1, 30));
    const more = () => sync(later(200), road.fleet, [pingAt(road, 41)]);
    await sync(later(200, beforeUpdate(2, more)), road.fleet, pingsOf(road, 31, 40));
    expect(await minutesOf(later(200), road)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
  });

  test('road 3: another cut, and further positions until the list is as long again, are not cut off', async () => {
    const road = await openPhoneRoad(table.testContext());
    await sync(later(200), road.fleet, pingsOf(road, 1, 30));
    const more = async () => {
      await sync(later(200), road.fleet, [pingAt(road, 37)]);
      await sync(later(200), road.fleet, pingsOf(road, 38, 68));
      await sync(later(200), road.fleet, pingsOf(road, 69, 72));
    };
    await sync(later(200, beforeUpdate(2, more)), road.fleet, pingsOf(road, 31, 36));
    expect(await minutesOf(later(200), road)).toHaveLength(72);
  });

  test('road 5: a read of the track misses nothing', async () => {
    const road = await openPhoneRoad(table.testContext());
    await sync(later(200), road.fleet, pingsOf(road, 1, 34));
    const spill = () => sync(later(200), road.fleet, pingsOf(road, 35, 40));
    const track = await trackAt(later(200, [{ action: 'Query', meanwhile: spill, times: 1 }]), road);
    expect(track.length).toBeGreaterThanOrEqual(34);
    const end = () => moveAsOwner(later(200), road.fleet, road.trip, 'COMPLETADO');
    expect(await trackAt(later(200, [{ action: 'Query', meanwhile: end, times: 1 }]), road)).toHaveLength(40);
  });
});

describe('road 3: at the end of the trip', () => {
  test('road 3: a position that arrives after the end has read the list is kept', async () => {
    const road = await openPhoneRoad(table.testContext());
    await sync(later(30), road.fleet, pingsOf(road, 1, 10));
    const meanwhile = () => sync(later(30), road.fleet, [pingAt(road, 11)]);
    const faults = [{ action: 'TransactWriteItems', times: 1, meanwhile }];
    await moveAsOwner(later(30, faults), road.fleet, road.trip, 'COMPLETADO');
    expect(await minutesOf(later(30), road)).toHaveLength(11);
    expect(await lastMinute(later(30), road)).toBe(11);
  });

  test('road 3: a sync whose trip ends before its write is judged by the trip', async () => {
    const road = await openPhoneRoad(table.testContext());
    const end = () => moveAsOwner(later(30), road.fleet, road.trip, 'COMPLETADO');
    const testContext = later(40, beforeUpdate(0, end));
    expect(await resultsOf(testContext, road.fleet, [pingAt(road, 29), pingAt(road, 35)])).toEqual([
      ...['APPLIED', 'REFUSED TRIP_ENDED'],
    ]);
    expect(await lastMinute(later(41), road)).toBe(29);
  });

  test('road 3: a trip that ends while a late position is judged keeps it as its last one', async () => {
    const road = await openPhoneRoad(table.testContext());
    const { teamId } = road.trip;
    const driver = await insertDriver(table.testContext(), {
      teamId,
      sub: someId(),
      appAccessStatus: 'ACTIVE',
      everActive: true,
    });
    await later(10).use(relayTrip)(road.fleet.actor, road.trip, { driverId: driver.id }, undefined);
    const trip = await getItem(table.testContext().context, tripKey(teamId, road.trip.id));
    if (trip === undefined) throw new Error('The trip does not exist.');
    const end = () => moveAsOwner(later(30), road.fleet, trip, 'COMPLETADO');
    // The third update is the one of the last position: the first is refused by the item, the second is the segment.
    await sync(later(40, beforeUpdate(2, end)), road.fleet, [pingAt(road, 9)]);
    expect(await lastMinute(later(41), road)).toBe(9);
    expect(await minutesOf(later(41), road)).toEqual([9]);
  });
});

describe('ruling 4: the positions of two phones', () => {
  test('ruling 4: of which the first one’s clock ran ahead do not suppress those of the next driver', async () => {
    const road = await openPhoneRoad(table.testContext());
    const sentAt = new Date(later(70).now());
    await sync(later(10), road.fleet, pingsOf(road, 65, 67), sentAt);
    const { teamId } = road.trip;
    const sub = someId();
    const driver = await insertDriver(table.testContext(), {
      teamId,
      sub,
      appAccessStatus: 'ACTIVE',
      everActive: true,
    });
    await later(15).use(relayTrip)(road.fleet.actor, road.trip, { driverId: driver.id }, undefined);
    const next = { ...road.fleet, driver: { ...road.fleet.driver, ...driver, sub } };
    const answer = await sync(later(25), next, [pingAt(road, 21)]);
    expect(answer.trips).toMatchObject([{ isOpen: true, lastId: expect.stringMatching(/./) }]);
    expect(await lastMinute(later(25), road)).toBe(21);
    expect((await trackAt(later(25), road)).map(({ leg }) => leg)).toEqual([0, 0, 0, 1]);
  });
});

test('ruling 4: a driver who signs in after the relay sends positions of the own leg', async () => {
  const road = await openPhoneRoad(table.testContext());
  await sync(later(10), road.fleet, pingsOf(road, 1, 3));
  const { teamId } = road.trip;
  const sub = someId();
  const given = { teamId, sub, appAccessStatus: 'ACTIVE', everActive: true } as const;
  const driver = await insertDriver(table.testContext(), given);
  await later(15).use(relayTrip)(road.fleet.actor, road.trip, { driverId: driver.id }, undefined);
  const next = { ...asDriver(road.fleet), id: driver.id, sub, signedInAt: later(16).now().toISOString() };
  const sentAt = later(25).now().toISOString();
  await later(25).use(syncFacts)(next, { sentAt, items: [pingAt(road, 21)] }, checkPart);
  expect((await trackAt(later(25), road)).map(({ leg }) => leg)).toEqual([0, 0, 0, 1]);
});

describe('road 3: the revision of the stops', () => {
  const revisionOf = async (
    road: Parameters<typeof pingAt>[0] & { readonly fleet: Awaited<ReturnType<typeof insertFleet>> },
  ) => (await sync(later(5), road.fleet, [pingAt(road, 1)])).trips[0]?.stopsRevision;

  async function insertPlanned() {
    const fleet = await insertFleet(table.testContext());
    const trip = await insertTrip(table.testContext(), fleet);
    const [stopId] = await planStops(table.testContext(), fleet, trip);
    return { fleet, stopId, trip: { ...trip, stopsRevision: 1 } };
  }

  test('road 3: of stops that were planned before the start is answered', async () => {
    const { fleet, trip } = await insertPlanned();
    expect(await revisionOf({ fleet, trip: await startTrip(table.testContext(), fleet, trip) })).toBe(1);
  });

  test('road 3: of stops that change while the trip starts is answered', async () => {
    const { fleet, trip, stopId } = await insertPlanned();
    const meanwhile = () =>
      table.testContext().use(correctStop)(fleet.actor, trip, stopId, { status: 'OMITIDA', reason: 'x' });
    const started = await startTrip(later(0, [{ action: 'TransactWriteItems', times: 1, meanwhile }]), fleet, trip);
    expect(await revisionOf({ fleet, trip: started })).toBe(2);
  });

  test('road 3: of stops that are planned anew while the trip starts is answered', async () => {
    const { fleet, trip } = await insertPlanned();
    const meanwhile = () => table.testContext().use(editStops)(fleet.actor, trip, { stopsRevision: 1, stops: [] });
    const started = await startTrip(later(0, [{ action: 'TransactWriteItems', times: 1, meanwhile }]), fleet, trip);
    expect(await revisionOf({ fleet, trip: started })).toBe(2);
  });

  test('road 3: of a trip that starts while its stops change is answered', async () => {
    const { fleet, trip, stopId } = await insertPlanned();
    const start = () => startTrip(table.testContext(), fleet, trip);
    const testContext = later(0, [{ action: 'TransactWriteItems', times: 1, meanwhile: start }]);
    await testContext.use(correctStop)(fleet.actor, trip, stopId, { status: 'OMITIDA', reason: 'x' });
    expect(await revisionOf({ fleet, trip })).toBe(2);
  });

  test('road 3: an edit of the stops that a start overtakes is CONFLICT', async () => {
    const { fleet, trip } = await insertPlanned();
    const start = () => startTrip(table.testContext(), fleet, trip);
    const testContext = later(0, [{ action: 'TransactWriteItems', times: 1, meanwhile: start }]);
    const edit = testContext.use(editStops)(fleet.actor, trip, { stopsRevision: 1, stops: [] });
    await expect(edit).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await revisionOf({ fleet, trip })).toBe(1);
  });
});
