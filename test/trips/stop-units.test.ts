import { ROAD_UNITS } from '../../bench/report/road';
import { positionKey } from '../../shared/fleet/position-places';
import { getItem } from '../../shared/platform/table/read';
import { recentRoadPolicy } from '../../shared/road-policy/policy';
import { editStops } from '../../shared/trips/edit-stops';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { type Item, sync } from '../support/phone';
import { openStopRoad, placeAt, type StopRoad, stopsAt, truckAt } from '../support/phone-stops';
import { laterOn } from '../support/phone-track';
import { planPhoneRoad } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { asDriver } from '../support/store-fleet';

const table = quickTable();
const later = laterOn(table);

const open = (...kilometres: number[]) => openStopRoad(table.testContext(), kilometres);

/** The read and write units and the calls of a sync. */
async function unitsOf({ fleet }: StopRoad, items: readonly Item[]) {
  const testContext = later(300);
  // A function reads the road policy of a team once a minute. The calls here are the later ones of that minute.
  await recentRoadPolicy(testContext.context, fleet.driver.teamId);
  const before = { ...testContext.meter };
  await sync(testContext, fleet, items);
  const { readUnits, writeUnits, calls } = testContext.meter;
  return [readUnits - before.readUnits, writeUnits, calls - before.calls];
}

/** Positions of minutes in one place. */
const stay = (road: StopRoad, from: number, to: number, metres: number): Item[] =>
  Array.from({ length: to - from + 1 }, (_, index) => truckAt(road, from + index, metres));

describe('road 9: the units of a trip with stops that have places', () => {
  test('road 9: without a crossing positions are one write unit and no read', async () => {
    const road = await open(1, 2, 3, 4);
    expect(ROAD_UNITS.positions).toEqual({ reads: 0, writes: 1 });
    expect(await unitsOf(road, stay(road, 1, 32, 500))).toEqual([0, 1, 1]);
    expect(await unitsOf(road, [truckAt(road, 33, 500)])).toEqual([0, 1, 1]);
  });

  test('road 9: an arrival and a departure cost two write units more each, and no read', async () => {
    const road = await open(1, 2, 3, 4);
    expect(ROAD_UNITS.crossing.writes).toBe(2);
    expect(await unitsOf(road, [truckAt(road, 1, 1_000)])).toEqual([0, 3, 3]);
    expect(await unitsOf(road, [truckAt(road, 2, 1_000)])).toEqual([0, 1, 1]);
    expect(await unitsOf(road, [truckAt(road, 3, 1_500)])).toEqual([0, 3, 3]);
    expect(await unitsOf(road, [truckAt(road, 4, 1_500)])).toEqual([0, 1, 1]);
  });

  test('road 9: a segment and the removal of its list read plan and registers', async () => {
    const road = await open(1, 2, 3, 4);
    for (let minute = 1; minute <= 35; minute += 1) await unitsOf(road, [truckAt(road, minute, 500)]);
    expect(await unitsOf(road, [truckAt(road, 36, 500)])).toEqual([2, 3, 5]);
    expect(ROAD_UNITS.segment).toEqual({ points: 36, reads: 2, writes: 3 - ROAD_UNITS.positions.writes });
  });

  test('road 9: a hundred positions are at most four write units, and one for the judgement of the hours', async () => {
    const road = await open(1, 2, 3, 4);
    await unitsOf(road, stay(road, 1, 30, 500));
    const [, writes] = await unitsOf(road, stay(road, 31, 130, 500));
    expect(writes).toBeLessThanOrEqual(4 + 1);
  });

  test('road 9: late positions read the track, the plan and the registers', async () => {
    const road = await open(1, 2, 3, 4);
    await unitsOf(road, [truckAt(road, 2, 500)]);
    expect(await unitsOf(road, [truckAt(road, 1, 500)])).toEqual([3, 1, 5]);
  });

  test('road 5: a delay that was told, and a trip in time, cost nothing more', async () => {
    const road = await open(101);
    const window = { from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' };
    const stops = stopsAt([101]).map((stop) => ({ ...stop, id: road.stopIds[0], window }));
    await later(0).use(editStops)(road.fleet.actor, road.trip, { stopsRevision: 1, stops });
    const [reads, writes] = await unitsOf(road, [truckAt(road, 1, 500)]);
    expect(reads).toBeLessThanOrEqual(2);
    expect(writes).toBeLessThanOrEqual(11);
    expect(await unitsOf(road, [truckAt(road, 2, 500)])).toEqual([0, 1, 1]);
  });

  test('road 9: a ping costs one unit beside the stops and a full list', async () => {
    const road = await open(1, 2, 3, 4);
    await unitsOf(road, [truckAt(road, 1, 1_000, { heading: 271, speedKmh: 12.5 })]);
    await unitsOf(road, stay(road, 2, 33, 1_000));
    await unitsOf(road, stay(road, 34, 35, 1_000));
    const item = await getItem(later(300).context, positionKey(road.trip.teamId, road.trip.id));
    expect([item?.points?.length, item?.watched?.stops.length]).toEqual([35, 3]);
    const testContext = later(300);
    await testContext.use(recordPing)(asDriver(road.fleet), road.trip.id, {
      ...placeAt(1_000),
      speedKmh: 82.44,
      heading: 170.4,
    });
    expect(testContext.meter).toEqual({ calls: 1, readUnits: 0, writeUnits: 1 });
  });

  test('road 9: a start reads the plan and writes 13 units and 2 for its watch, also with stops that have places', async () => {
    const road = await planPhoneRoad(table.testContext());
    const testContext = later(1);
    await testContext.use(moveOwnTrip)(asDriver(road.fleet), road.trip.id, 'EN_PROCESO', undefined);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(5);
    expect(testContext.meter.writeUnits).toBe(15);
  });

  test('road 9: an end reads segments, plan, registers and what the working time needs, and writes at most 20', async () => {
    const road = await open(1, 2, 3, 4);
    await unitsOf(road, stay(road, 1, 30, 1_000));
    const testContext = later(300);
    await testContext.use(moveOwnTrip)(asDriver(road.fleet), road.trip.id, 'COMPLETADO', undefined);
    expect(testContext.meter.readUnits).toBeLessThanOrEqual(8);
    expect(testContext.meter.writeUnits).toBeLessThanOrEqual(20);
  });
});
