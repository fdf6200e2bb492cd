import { recentRoadPolicy } from '../../shared/road-policy/policy';
import { correctStop } from '../../shared/trips/correct-stop';
import { recordPing } from '../../shared/trips/record-ping';
import { relayTrip } from '../../shared/trips/relay-trip';
import { someId, type TestContext } from '../support/engine-runtime';
import { type Item, openPhoneRoad, type PhoneRoad, resultsOf, sync } from '../support/phone';
import { lastMinute, laterOn, minutesOf, pingAt, pingsOf, trackAt } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { asDriver, insertDriver, moveAsOwner } from '../support/store-fleet';

const table = quickTable();

const later = laterOn(table);

/** The read and write units and the calls of a sync. */
async function unitsOf(road: Pick<PhoneRoad, 'fleet'>, items: readonly Item[]) {
  const testContext = later(300);
  const before = await unitsOfPolicy(testContext, road);
  await sync(testContext, road.fleet, items);
  const { readUnits, writeUnits, calls } = testContext.meter;
  return [readUnits - before.readUnits, writeUnits, calls - before.calls];
}

/** A function reads the road policy of a team once a minute. The calls here are the later ones of that minute. */
async function unitsOfPolicy({ context, meter }: TestContext, { fleet }: Pick<PhoneRoad, 'fleet'>) {
  await recentRoadPolicy(context, fleet.driver.teamId);
  return { ...meter };
}

describe('road 9: the units of positions', () => {
  test.each([1, 5, 20, 32])('road 9: %i positions are one write unit and no read', async (count) => {
    const road = await openPhoneRoad(table.testContext());
    expect(await unitsOf(road, pingsOf(road, 1, count))).toEqual([0, 1, 1]);
  });

  test('road 9: a hundred positions are two write units and no read', async () => {
    const road = await openPhoneRoad(table.testContext());
    const third = Array.from({ length: 100 }, (_, index) => pingAt(road, 1 + index / 3));
    expect(await unitsOf(road, third)).toEqual([0, 2, 2]);
  });

  test('road 9: a position a minute for two hours costs one segment and one cut per 36 points, and a judgement of the hours after 40 minutes, beside the writes', async () => {
    const road = await openPhoneRoad(table.testContext());
    const judged: unknown[] = [];
    let [units, calls] = [0, 0];
    for (let minute = 1; minute <= 120; minute += 1) {
      const [reads, writes = 0, sent = 0] = await unitsOf(road, [pingAt(road, minute)]);
      if (reads) judged.push([minute, reads, writes, sent]);
      else [units, calls] = [units + writes, calls + sent];
    }
    // Reads, writes and calls in units. One of its writes is that of the position. The next one is an hour after the clock of the calls.
    expect(judged).toEqual([[40, 9, 2, 11]]);
    expect([units, calls]).toEqual([119 + 2 * 3, 119 + 2 * 3]);
    expect(await minutesOf(later(300), road)).toHaveLength(120);
  });

  test('road 9: on a relayed trip a sync and a ping cost one refused write more', async () => {
    const road = await openPhoneRoad(table.testContext());
    const sub = someId();
    const { teamId } = road.trip;
    const driver = await insertDriver(table.testContext(), {
      teamId,
      sub,
      appAccessStatus: 'ACTIVE',
      everActive: true,
    });
    await table.testContext().use(relayTrip)(road.fleet.actor, road.trip, { driverId: driver.id }, undefined);
    const fleet = { ...road.fleet, driver: { ...road.fleet.driver, ...driver, sub } };
    await unitsOf({ fleet }, [pingAt(road, 1)]);
    // The refused write costs a unit that no answer reports: the third number is that of the calls.
    expect(await unitsOf({ fleet }, pingsOf(road, 2, 6))).toEqual([0, 1, 2]);
    const testContext = later(300);
    await testContext.use(recordPing)(asDriver(fleet), road.trip.id, { lat: 1, lng: 2 });
    expect(testContext.meter).toEqual({ calls: 2, readUnits: 0, writeUnits: 1 });
    expect(await lastMinute(later(301), road)).toBe(300);
  });

  test('road 9: a ping costs one unit beside a full list, and keeps no history', async () => {
    const road = await openPhoneRoad(table.testContext());
    await unitsOf(road, pingsOf(road, 1, 30));
    await unitsOf(road, pingsOf(road, 31, 35));
    const testContext = later(300);
    await testContext.use(recordPing)(asDriver(road.fleet), road.trip.id, { lat: 1, lng: 2, speedKmh: 80 });
    expect(testContext.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 1 });
    expect(await minutesOf(later(300), road)).toHaveLength(35);
    expect(await lastMinute(later(300), road)).toBe(300);
  });

  test('ruling 12: a sync of positions that were recorded before a ping keeps the ping as the last position', async () => {
    const road = await openPhoneRoad(table.testContext());
    await later(20).use(recordPing)(asDriver(road.fleet), road.trip.id, { lat: 1, lng: 2 });
    expect(await resultsOf(later(25), road.fleet, pingsOf(road, 18, 19))).toEqual(['APPLIED', 'APPLIED']);
    expect(await lastMinute(later(25), road)).toBe(20);
    expect(await minutesOf(later(25), road)).toEqual([18, 19]);
    await sync(later(25), road.fleet, [pingAt(road, 21)]);
    expect(await lastMinute(later(25), road)).toBe(21);
  });

  test('road 9: a change of the stops tells the position item, and a sync answers the new revision without reading the trip', async () => {
    const road = await openPhoneRoad(table.testContext());
    const sent = { status: 'OMITIDA', reason: 'x' } as const;
    const trip = { ...road.trip, stopsRevision: 1 };
    await table.testContext().use(correctStop)(road.fleet.actor, trip, road.stopIds[0], sent);
    const testContext = later(10);
    const answer = await sync(testContext, road.fleet, [pingAt(road, 1)]);
    expect(answer.trips).toMatchObject([{ isOpen: true, stopsRevision: 2 }]);
    expect(testContext.actions()).toEqual(['GetItem', 'UpdateItem']);
  });

  test('road 9: the end of a trip writes one unit more for the segment of its list', async () => {
    const units = async (positions: number) => {
      const road = await openPhoneRoad(table.testContext());
      if (positions > 0) await unitsOf(road, pingsOf(road, 1, positions));
      else await later(20).use(recordPing)(asDriver(road.fleet), road.trip.id, { lat: 1, lng: 2 });
      const testContext = later(300);
      await moveAsOwner(testContext, road.fleet, road.trip, 'COMPLETADO');
      return testContext.meter.writeUnits;
    };
    const [without, withList] = [await units(0), await units(20)];
    expect(withList - without).toBe(1);
  });

  test('road 9: a track is read with the position item and its segments', async () => {
    const road = await openPhoneRoad(table.testContext());
    for (let block = 0; block < 4; block += 1) await unitsOf(road, pingsOf(road, 1 + 50 * block, 50 + 50 * block));
    const testContext = later(300);
    expect(await trackAt(testContext, road)).toHaveLength(200);
    // One of these units is the trip’s.
    expect(testContext.meter.readUnits).toBe(4);
  });
});

describe('road 3: two batches at once', () => {
  test('road 3: with overlapping positions lose none, and double none', async () => {
    for (let round = 0; round < 10; round += 1) {
      const road = await openPhoneRoad(table.testContext());
      const items = pingsOf(road, 1, 90);
      const batches = [
        items.slice(0, 30),
        items.slice(20, 50),
        items.slice(45, 80),
        items.slice(60),
        items.slice(0, 5),
      ];
      const results = await Promise.all(batches.map((batch) => resultsOf(later(200), road.fleet, batch)));
      expect(results.flat().filter((result) => result !== 'APPLIED' && result !== 'DUPLICATE')).toEqual([]);
      expect(await minutesOf(later(200), road)).toEqual(items.map((_, index) => index + 1));
      expect(await lastMinute(later(200), road)).toBe(90);
    }
  });

  test('road 3: with the end of the trip keep every accepted position', async () => {
    for (let round = 0; round < 10; round += 1) {
      const road = await openPhoneRoad(table.testContext());
      await sync(later(60), road.fleet, pingsOf(road, 1, 34));
      const sent = [pingsOf(road, 35, 37), pingsOf(road, 38, 40)];
      const end = moveAsOwner(later(60), road.fleet, road.trip, 'COMPLETADO');
      const results = await Promise.all(sent.map((items) => resultsOf(later(60), road.fleet, items)));
      await end;
      expect(new Set(results.flat())).toEqual(new Set(['APPLIED']));
      expect(await minutesOf(later(61), road)).toHaveLength(40);
      expect(await lastMinute(later(61), road)).toBe(40);
    }
  });
});
