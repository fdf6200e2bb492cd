import type { TestContext } from '../support/engine-runtime';
import { connectionReset } from '../support/faults';
import { type Item, openPhoneRoad, type PhoneRoad, sync } from '../support/phone';
import { lastMinute, minuteOf, minutesOf, pingAt, pingsOf } from '../support/phone-track';
import { quickTable } from '../support/quick-table';
import { seeded } from '../support/seeded';
import { moveAsOwner } from '../support/store-fleet';

const { randomInt, shuffled } = seeded();

const table = quickTable();
const MINUTE_MS = 60_000;
const NIGHT = 24 * 60;

function later(minutes: number, options: Parameters<typeof table.testContext>[0] = {}): TestContext {
  const testContext = table.testContext(options);
  testContext.pass(minutes * MINUTE_MS);
  return testContext;
}

/** Each case is a sync after a list of 34 points, with more than one write. */
const CASES: readonly (readonly [string, (road: PhoneRoad) => Item[], number])[] = [
  ['that spills the list', (road) => pingsOf(road, 35, 40), 3],
  ['with late positions', (road) => [pingAt(road, 3.5), pingAt(road, 7.5)], 2],
  ['with late positions and a spill', (road) => [pingAt(road, 3.5), ...pingsOf(road, 35, 40)], 5],
  ['that is written directly', (road) => pingsOf(road, 35, 80), 2],
];
const FAULTS = ['before', 'after'] as const;

describe.each(CASES)('road 10: a sync %s', (_, itemsOf, writes) => {
  test.each(Array.from({ length: writes }, (__, skip) => FAULTS.map((when) => [skip, when] as const)).flat())(
    'road 10: killed %i writes later, %s the call, is completed by its repetition',
    async (skip, when) => {
      const road = await openPhoneRoad(table.testContext());
      for (const items of [pingsOf(road, 1, 17), pingsOf(road, 18, 34)]) await sync(later(200), road.fleet, items);
      const items = itemsOf(road);
      const faults = [{ action: 'UpdateItem', skip, [when]: connectionReset }];
      await expect(sync(later(200, { faults }), road.fleet, items)).rejects.toThrow('ECONNRESET');
      const answer = await sync(later(200), road.fleet, items);
      expect(answer.results.filter(({ result }) => result !== 'APPLIED' && result !== 'DUPLICATE')).toEqual([]);
      const all = [...pingsOf(road, 1, 34), ...items].map(minuteOf).sort((one, other) => one - other);
      expect(await minutesOf(later(200), road)).toEqual(all);
      expect(await lastMinute(later(200), road)).toBe(all.at(-1));
      await sync(later(200), road.fleet, [pingAt(road, 100)]);
      expect(await minutesOf(later(200), road)).toEqual([...all, 100]);
    },
  );
});

test.each(FAULTS)('road 10: an end that is killed %s a call of its loses no point, and doubles none', async (when) => {
  for (const [action, skip] of [
    ['UpdateItem', 0],
    ['TransactWriteItems', 0],
  ] as const) {
    const road = await openPhoneRoad(table.testContext());
    await sync(later(60), road.fleet, pingsOf(road, 1, 20));
    const faults = [{ action, skip, [when]: connectionReset }];
    await expect(moveAsOwner(later(60, { faults }), road.fleet, road.trip, 'COMPLETADO')).rejects.toThrow('ECONNRESET');
    await sync(later(60), road.fleet, pingsOf(road, 19, 25));
    expect(await minutesOf(later(60), road)).toHaveLength(25);
    await moveAsOwner(later(61), road.fleet, road.trip, 'COMPLETADO').catch(() => undefined);
    expect(await minutesOf(later(61), road)).toHaveLength(25);
    expect(await lastMinute(later(61), road)).toBe(25);
  }
});

/** A fault of one in four calls, at a random write. */
const randomFaults = () =>
  randomInt(4) > 0
    ? []
    : [{ action: 'UpdateItem', skip: randomInt(4), times: 1, [FAULTS[randomInt(2)] ?? 'before']: connectionReset }];

/** Sends all items in random batches, each until it is answered, and ends the trip at a random time when it shall end. */
async function sendAll(road: PhoneRoad, items: readonly Item[], ends: boolean): Promise<void> {
  const queue = shuffled([...items, ...items.filter(() => randomInt(3) === 0)]);
  let endIn = ends ? randomInt(6) : Number.POSITIVE_INFINITY;
  while (queue.length > 0) {
    if (endIn === 0) await moveAsOwner(later(NIGHT), road.fleet, road.trip, 'COMPLETADO');
    endIn -= 1;
    const batch = queue.splice(0, randomInt(1, 60));
    for (let isAnswered = false; !isAnswered; ) {
      isAnswered = await sync(later(NIGHT, { faults: randomFaults() }), road.fleet, batch).then(
        () => true,
        () => false,
      );
    }
  }
}

describe('road 10: every order, repetition and batching with kills', () => {
  test.each([false, true])(
    'road 10: ends in the same track and last position (the trip ends meanwhile: %s)',
    async (ends) => {
      for (let round = 0; round < 20; round += 1) {
        const road = await openPhoneRoad(table.testContext());
        const items = pingsOf(road, 1, randomInt(1, 150));
        await sendAll(road, items, ends);
        expect(await minutesOf(later(NIGHT), road)).toEqual(items.map(minuteOf));
        expect(await lastMinute(later(NIGHT), road)).toBe(items.length);
      }
    },
    120_000,
  );
});
