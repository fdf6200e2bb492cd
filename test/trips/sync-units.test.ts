import { ROAD_UNITS } from '../../bench/report/road';
import { getItem } from '../../shared/platform/table/read';
import { tripKey } from '../../shared/trips/trip';
import { START, someId, type TestContext } from '../support/engine-runtime';
import {
  arrival,
  departure,
  factId,
  itemOf,
  note,
  openPhoneRoad,
  proof,
  resultsOf,
  skip,
  stateOf,
  sync,
} from '../support/phone';
import { planPhoneRoad, tripEnd, tripStart, wholeState } from '../support/phone-trip';
import { quickTable } from '../support/quick-table';
import { insertTeam, moveAsOwner } from '../support/store-fleet';

const table = quickTable();

/** The read and write units of a sync. */
async function unitsOf(items: readonly unknown[], road: Awaited<ReturnType<typeof openPhoneRoad>>) {
  const testContext = table.testContext();
  await sync(testContext, road.fleet, items);
  const { readUnits, writeUnits, calls } = testContext.meter;
  return [readUnits, writeUnits, calls];
}

describe('road 9: the units of a sync', () => {
  test('road 9: a report of the driver’s work costs one write unit', async () => {
    const road = await openPhoneRoad(table.testContext());
    const duty = itemOf(road, 'DUTY', { state: 'PAUSA', tripId: undefined });
    // Ten of the reads judge the hours of the driver. Another one is the policy, once a minute.
    expect(await unitsOf([duty], road)).toEqual([12, 1, 13]);
  });

  test('road 9: a stop fact costs two write units, also as a duplicate and when another stays', async () => {
    const road = await openPhoneRoad(table.testContext());
    const [first, second] = [arrival(road, 0), arrival(road, 0)];
    expect(await unitsOf([second], road)).toEqual([3, 2, 3]);
    expect(ROAD_UNITS.fact).toEqual({ reads: 3, writes: 2 });
    // A write that its condition refuses costs a unit too, which no answer counts: the third number is that of the calls.
    expect(await unitsOf([second], road)).toEqual([3, 1, 3]);
    expect(await unitsOf([first], road)).toEqual([3, 2, 3]);
    expect(await unitsOf([arrival(road, 0)], road)).toEqual([3, 1, 3]);
  });

  test('road 9: a proof with two files costs two write units, also as a duplicate', async () => {
    const road = await openPhoneRoad(table.testContext());
    const files = ['PHOTO', 'SIGNATURE'].map((kind) => ({ fileId: someId(), sha256: 'ab'.repeat(32), kind }));
    const place = { lat: 25.686613, lng: -100.316116, accuracyM: 12.5 };
    const proofs = Array.from({ length: 5 }, () => proof(road, 0, undefined, { ...place, files }));
    for (const one of proofs) expect(await unitsOf([one], road)).toEqual([3, 2, 3]);
    // A write that its condition refuses costs a unit too, which no answer counts: the third number is that of the calls.
    expect(await unitsOf([proofs[0]], road)).toEqual([3, 0, 3]);
  });

  test('road 9: a note costs one, and nothing is read for it but driver and trip', async () => {
    const road = await openPhoneRoad(table.testContext());
    expect(await unitsOf([note(road, 'Llanta baja en el km 40')], road)).toEqual([2, 1, 2]);
  });

  test('road 9: thirty facts with all fields cost sixty write units, and one read serves them', async () => {
    const road = await openPhoneRoad(table.testContext());
    const place = { lat: 25.686613, lng: -100.316116, accuracyM: 12.5 };
    const items = Array.from({ length: 30 }, () =>
      departure(road, 1, undefined, { ...place, outcome: 'FAILED', reason: 'x'.repeat(120) }),
    );
    expect(await unitsOf(items, road)).toEqual([3, 60, 61]);
  });

  test('road 9: a start costs 13 write units and 2 for its watch, an end 15 with a receivable, and a repeated one none', async () => {
    const road = await planPhoneRoad(table.testContext());
    const place = { lat: 25.686613, lng: -100.316116, accuracyM: 12.5 };
    const [start, end] = [tripStart(road, 0, place), tripEnd(road, 0, place)];
    // The policy, which says when the truck is silent, is read once a minute.
    expect(await unitsOf([start], road)).toEqual([6, 15, 5]);
    // The trip, the policy and the days are read again for the hours of the driver, of which a trip without a duration has none. One of the reads is that of
    // the plan, which may require a proof.
    expect(await unitsOf([end], road)).toEqual([7, 15, 7]);
    // The condition that the entry is there costs a unit that no answer counts.
    expect(await unitsOf([start, end], road)).toEqual([5, 0, 6]);
  });

  test('road 9: a start or an end that the office made costs the fact and its time', async () => {
    const road = await planPhoneRoad(table.testContext());
    const started = await moveAsOwner(table.testContext(), road.fleet, road.trip, 'EN_PROCESO');
    await moveAsOwner(table.testContext(), road.fleet, started, 'COMPLETADO');
    expect(await unitsOf([tripStart(road)], road)).toEqual([5, 2, 6]);
    expect(await unitsOf([tripEnd(road, -5)], road)).toEqual([5, 5, 6]);
  });

  test('road 6: the hours of the driver cost an end one write unit for each day', async () => {
    const road = await openPhoneRoad(table.testContext());
    await insertTeam(table.testContext(), { teamId: road.trip.teamId });
    const at = (minute: number) => factId(START + minute * 60_000);
    const points = Array.from({ length: 30 }, (_, minute) =>
      itemOf(road, 'PING', { lat: 25 + minute / 100, lng: -100 }, at(minute)),
    );
    const later = (milliseconds: number) => {
      const testContext = table.testContext();
      testContext.pass(milliseconds);
      return testContext;
    };
    await sync(later(30 * 60_000), road.fleet, points);
    const end = later(40 * 60_000);
    await sync(end, road.fleet, [itemOf(road, 'TRIP_END', {}, at(31))]);
    // One of them copies the list of positions. The day is new, so that the driver is read: an erasure may have deleted it.
    expect([end.meter.readUnits, end.meter.writeUnits]).toEqual([16, 17]);
  });

  test('road 9: refused items cost no write', async () => {
    const road = await openPhoneRoad(table.testContext());
    const items = [itemOf(road, 'TELEPORT'), 7, itemOf(road, 'NOTE', { text: 'x', tripId: factId() })];
    expect(await unitsOf(items, road)).toEqual([2, 0, 1]);
  });
});

describe('ruling 7: two batches at once', () => {
  const PLACE = { lat: 25.686613, lng: -100.316116 };

  test('ruling 7: with the same start and end make each transition once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const road = await planPhoneRoad(table.testContext());
      const [start, end] = [tripStart(road, 0, PLACE), tripEnd(road)];
      for (const item of [start, end]) {
        const calls = Array.from({ length: 4 }, () => resultsOf(table.testContext(), road.fleet, [item]));
        const results = (await Promise.all(calls)).flat();
        expect(results.toSorted()).toEqual(['APPLIED', 'DUPLICATE', 'DUPLICATE', 'DUPLICATE']);
      }
      const { facts, trip, crew } = await wholeState(table.testContext(), road);
      expect(facts.map(({ id }) => id)).toEqual([start.id, end.id]);
      expect([trip.status, trip.startFactId, trip.endFactId]).toEqual(['COMPLETADO', start.id, end.id]);
      expect(crew).toEqual(['DISPONIBLE', undefined, 'DISPONIBLE', undefined]);
    }
  });

  test('ruling 7: with different starts and ends, while the office moves the trip too, keep the least', async () => {
    for (let round = 0; round < 6; round += 1) {
      const road = await planPhoneRoad(table.testContext());
      const { fleet } = road;
      const starts = [tripStart(road, 0), tripStart(road, 0, PLACE), tripStart(road, 0)];
      const ends = [tripEnd(road), tripEnd(road), tripEnd(road)];
      for (const [items, to] of [
        [starts, 'EN_PROCESO'],
        [ends, 'COMPLETADO'],
      ] as const) {
        const trip = await getItem(table.testContext().context, tripKey(road.trip.teamId, road.trip.id));
        const byOffice = moveAsOwner(table.testContext(), fleet, trip ?? road.trip, to).catch(() => undefined);
        const calls = items.map((item) => resultsOf(table.testContext(), fleet, [item]));
        expect((await Promise.all(calls)).flat()).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
        await byOffice;
      }
      const { trip, facts, since } = await wholeState(table.testContext(), road);
      expect([trip.startFactId, trip.endFactId, trip.startLat]).toEqual([starts[0]?.id, ends[0]?.id, undefined]);
      expect([trip.actualStartDate, trip.actualEndDate, since]).toEqual(
        [starts, ends, ends].map(([first]) => first?.recordedAt),
      );
      expect(facts).toHaveLength(6);
    }
  });
});

describe('ruling 5: two batches at once', () => {
  test('ruling 5: with overlapping facts end as one after the other, and each fact is applied once', async () => {
    for (let round = 0; round < 15; round += 1) {
      const road = await openPhoneRoad(table.testContext());
      const facts = [arrival(road, 0), departure(road, 0), arrival(road, 0), departure(road, 0), skip(road, 0)];
      const sent = [facts.slice(0, 4), facts.slice(1), facts.toReversed()];
      const results = await Promise.all(sent.map((items) => resultsOf(table.testContext(), road.fleet, items)));
      expect(results.flat().filter((result) => result === 'APPLIED')).toHaveLength(facts.length);
      expect(results.flat().filter((result) => result !== 'APPLIED' && result !== 'DUPLICATE')).toEqual([]);
      const { stops, facts: kept } = await stateOf(table.testContext(), road);
      const at = (index: number) => facts[index]?.recordedAt;
      expect(stops[0]).toMatchObject({ arrived: { at: at(0) }, departed: { at: at(3) }, skipped: { at: at(4) } });
      expect(kept.map(({ id }) => id)).toEqual(facts.map(({ id }) => id));
    }
  });

  test('ruling 5: with one identifier and two bodies accept one of them', async () => {
    const road = await openPhoneRoad(table.testContext());
    const item = arrival(road, 0);
    const bodies = [item, { ...item, source: 'GEOFENCE' }];
    const results = await Promise.all(bodies.map((body) => resultsOf(table.testContext(), road.fleet, [body])));
    expect(results.flat().sort()).toEqual(['APPLIED', 'REFUSED ID_REUSED']);
    const { stops, facts } = await stateOf(table.testContext(), road);
    expect(facts[0]?.source).toBe(stops[0]?.arrived?.source);
  });
});

test('road 3: a fact that is not begun within six seconds is left for the next call', async () => {
  const slow: { context?: TestContext } = {};
  const meanwhile = async () => slow.context?.pass(2_500);
  const testContext = table.testContext({ faults: [{ action: 'UpdateItem', meanwhile }] });
  slow.context = testContext;
  const road = await openPhoneRoad(table.testContext());
  const items = ['a', 'b', 'c', 'd', 'e'].map((text) => note(road, text));
  const expected = ['APPLIED', 'APPLIED', 'APPLIED', 'WAITING SEND_AGAIN', 'WAITING SEND_AGAIN'];
  expect(await resultsOf(testContext, road.fleet, items)).toEqual(expected);
  expect(await resultsOf(table.testContext(), road.fleet, items)).toEqual([
    'DUPLICATE',
    'DUPLICATE',
    'DUPLICATE',
    'APPLIED',
    'APPLIED',
  ]);
});
