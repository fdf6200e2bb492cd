import { readTrack } from '../../shared/trips/read-track';
import type { TestContext } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { type Item, sync } from '../support/phone';
import { openStopRoad, type StopRoad, tripNow, truckAt, visitsOf } from '../support/phone-stops';
import { quickTable } from '../support/quick-table';
import { runs } from '../support/runs';
import { seeded } from '../support/seeded';
import { moveAsOwner } from '../support/store-fleet';

const { randomInt, shuffled } = seeded();

const table = quickTable();
const MINUTE_MS = 60_000;
const NIGHT = 24 * 60;
const FAULTS = ['before', 'after'] as const;

function later(minutes: number, options: Parameters<typeof table.testContext>[0] = {}): TestContext {
  const testContext = table.testContext(options);
  testContext.pass(minutes * MINUTE_MS);
  return testContext;
}

const open = (...kilometres: number[]) => openStopRoad(table.testContext(), kilometres);

/** Each case is a sync with a crossing, after positions at 4 km, 5 km and 5 km, and the writes that it sends. */
const CASES: readonly (readonly [string, readonly number[], readonly number[], number])[] = [
  ['an arrival', [4_000], [5_000], 3],
  ['a departure', [4_000, 5_000], [6_000], 3],
  ['an arrival and a departure', [4_000], [5_000, 6_000], 4],
  ['the departure from the last watched stop', [1_000, 1_500, 3_000, 3_500, 5_000], [6_000], 4],
  ['a crossing and a spill', [...Array.from({ length: 34 }, () => 4_000)], [5_000, 5_000, 6_000], 5],
];

describe.each(CASES)('ruling 6: a sync with %s', (_, before, metres, writes) => {
  test.each(Array.from({ length: writes }, (__, skip) => FAULTS.map((when) => [skip, when] as const)).flat())(
    'ruling 6: killed %i writes later, %s the call, is completed by its repetition',
    async (skip, when) => {
      const [road, other] = [await open(1, 3, 5, 9), await open(1, 3, 5, 9)];
      const itemsOf = (one: StopRoad) => metres.map((metre, index) => truckAt(one, before.length + 1 + index, metre));
      for (const one of [road, other])
        for (const [index, metre] of before.entries())
          await sync(later(200), one.fleet, [truckAt(one, index + 1, metre)]);
      await sync(later(200), other.fleet, itemsOf(other));
      const items = itemsOf(road);
      const faults = [{ action: 'UpdateItem', skip, [when]: connectionReset }];
      await expect(sync(later(200, { faults }), road.fleet, items)).rejects.toThrow('ECONNRESET');
      await sync(later(200), road.fleet, items);
      expect(await visitsOf(later(200), road)).toEqual(await visitsOf(later(200), other));
      // Nothing is left to write.
      const again = later(201);
      await sync(again, road.fleet, items.slice(-1));
      expect(again.actions().filter((action) => action === 'UpdateItem').length).toBeLessThanOrEqual(2);
    },
  );
});

const randomFaults = () =>
  randomInt(4) > 0
    ? []
    : [{ action: 'UpdateItem', skip: randomInt(5), times: 1, [FAULTS[randomInt(2)] ?? 'before']: connectionReset }];

/** A drive past and into the stops, which are visited in any order and more than once. */
function randomDrive(road: StopRoad): Item[] {
  const items: Item[] = [];
  for (let minute = 1; minute < randomInt(2, 140); ) {
    const [place, stay] = [randomInt(11), randomInt(1, 8)];
    for (let last = minute + stay; minute < last; minute += 1) {
      const speedKmh = randomInt(5) === 0 ? 60 : 10;
      items.push(truckAt(road, minute, 500 * place + randomInt(-250, 250), { speedKmh, accuracyM: randomInt(200) }));
    }
  }
  return items;
}

/** Sends all items, each batch until it is answered. The trip ends after some of the batches. */
async function sendAll(road: StopRoad, batches: Item[][], endAfter: number, faulty: boolean): Promise<void> {
  for (const [index, batch] of batches.entries()) {
    if (index === endAfter)
      await moveAsOwner(later(NIGHT), road.fleet, await tripNow(later(NIGHT), road), 'COMPLETADO');
    for (let isAnswered = false; !isAnswered; ) {
      isAnswered = await sync(later(NIGHT, faulty ? { faults: randomFaults() } : {}), road.fleet, batch).then(
        () => true,
        () => false,
      );
    }
  }
  if (endAfter >= batches.length)
    await moveAsOwner(later(NIGHT), road.fleet, await tripNow(later(NIGHT), road), 'COMPLETADO');
}

function batchesOf(items: readonly Item[], most: number): Item[][] {
  const queue = [...items];
  const batches: Item[][] = [];
  while (queue.length > 0) batches.push(queue.splice(0, randomInt(1, most)));
  return batches;
}

const ROUNDS = runs(8, 30);

describe('road 10: every order, repetition and batching with kills', () => {
  test('road 10: ends in the same visits of all stops as the drive in its order', async () => {
    let visits = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [road, plain] = [await open(1, 2, 3, 4, 5), await open(1, 2, 3, 4, 5)];
      const items = randomDrive(road);
      const same = items.map((item) => ({ ...item, tripId: plain.trip.id }));
      await sendAll(plain, batchesOf(same, 10), Number.POSITIVE_INFINITY, false);
      const batches = batchesOf(shuffled([...items, ...items.filter(() => randomInt(3) === 0)]), 60);
      await sendAll(road, batches, randomInt(batches.length + 2), true);
      const expected = await visitsOf(later(NIGHT), plain);
      expect(await visitsOf(later(NIGHT), road)).toEqual(expected);
      expect(await later(NIGHT).use(readTrack)(await tripNow(later(NIGHT), road), {})).toHaveLength(items.length);
      visits += expected.filter(([, inside]) => inside !== undefined).length;
    }
    expect(visits).toBeGreaterThan(ROUNDS);
  });
});
