import { engineTable } from '../support/engine';
import type { TestContext } from '../support/engine-runtime';
import {
  arrival,
  departure,
  factId,
  itemOf,
  note,
  openPhoneRoad,
  resultsOf,
  skip,
  stateOf,
  sync,
} from '../support/phone';

const table = engineTable();

/** The read and write units of a sync. */
async function unitsOf(items: readonly unknown[], road: Awaited<ReturnType<typeof openPhoneRoad>>) {
  const testContext = table.testContext();
  await sync(testContext, road.fleet, items);
  const { readUnits, writeUnits, calls } = testContext.meter;
  return [readUnits, writeUnits, calls];
}

describe('road 9: the units of a sync', () => {
  test('road 9: a stop fact costs two write units, also as a duplicate and when another stays', async () => {
    const road = await openPhoneRoad(table.testContext());
    const [first, second] = [arrival(road, 0), arrival(road, 0)];
    expect(await unitsOf([second], road)).toEqual([3, 2, 3]);
    // A write that its condition refuses costs a unit too, which no answer counts: the third number is that of the calls.
    expect(await unitsOf([second], road)).toEqual([3, 1, 3]);
    expect(await unitsOf([first], road)).toEqual([3, 2, 3]);
    expect(await unitsOf([arrival(road, 0)], road)).toEqual([3, 1, 3]);
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

  test('road 9: refused items cost no write', async () => {
    const road = await openPhoneRoad(table.testContext());
    const items = [itemOf(road, 'TELEPORT'), 7, itemOf(road, 'NOTE', { text: 'x', tripId: factId() })];
    expect(await unitsOf(items, road)).toEqual([2, 0, 1]);
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
