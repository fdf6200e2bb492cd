import * as fc from 'fast-check';
import { RecordingClock } from '../../client/src/recording-clock';
import { millisecondsOf } from '../../client/src/uuid7';
import { clocksOf, correctedTime } from '../../shared/trips/fact';
import { Chance } from '../load/chance';
import { answered, itemsIn, note, PhoneStorage, phone } from './support/phone';
import type { Sent } from './support/service';

const START = Date.parse('2026-03-02T15:00:00Z');
const HOUR_MS = 3_600_000;

describe('the time of recording', () => {
  test('road 1.3: is the last receivedAt and what a monotonic clock counted since, whatever happens to the wall clock', () => {
    const at = { wall: START - HOUR_MS, ticks: 0 };
    const clock = new RecordingClock({ now: () => at.wall, monotonic: () => at.ticks });
    expect(clock.now()).toBe(START - HOUR_MS);
    clock.set(new Date(START).toISOString());
    at.ticks = 60_000;
    for (const hours of [-3, 0, 5]) {
      at.wall = START + hours * HOUR_MS;
      expect(clock.now()).toBe(START + 60_000);
    }
  });

  test('road 1.3: goes on by the wall clock while the platform’s clock stood still in sleep, and not when it was set back', () => {
    const ticks = jest.spyOn(performance, 'now').mockReturnValue(0);
    const at = { wall: START };
    const clock = new RecordingClock({ now: () => at.wall });
    clock.set(new Date(START).toISOString());
    ticks.mockReturnValue(60_000);
    at.wall = START + 3 * HOUR_MS;
    expect(clock.now()).toBe(START + 3 * HOUR_MS);
    at.wall = START - 3 * HOUR_MS;
    expect(clock.now()).toBe(START + 60_000);
    at.wall = START + 30 * 24 * HOUR_MS;
    expect(clock.now()).toBe(START + 60_000);
    ticks.mockRestore();
  });

  test('road 1.3: a clock that is set back by three hours between two facts moves neither', async () => {
    const at = { wall: START, ticks: 0 };
    const { queue, sent } = phone((call) => answered(call, { receivedAt: START + at.ticks }), {
      now: () => at.wall,
      monotonic: () => at.ticks,
    });
    await queue.record(note('first'));
    await queue.flush();
    at.ticks = 60_000;
    await queue.record(note('second'));
    at.wall = START - 3 * HOUR_MS;
    at.ticks = 120_000;
    await queue.record(note('third'));
    at.ticks = 180_000;
    await queue.flush();
    const [, call = { body: '{}' }] = sent;
    const instants = itemsIn(call).map(({ recordedAt }) => Date.parse(recordedAt) - START);
    expect([instants, Date.parse(JSON.parse(call.body).sentAt) - START]).toEqual([[60_000, 120_000], 180_000]);
  });

  test('is the one that the app gives with a fact', async () => {
    const { queue } = phone((call) => answered(call));
    const recordedAt = '2026-03-02T14:59:58.000Z';
    expect(await queue.record({ ...note('a'), recordedAt })).toMatchObject({ recordedAt });
  });
});

/** A phone whose wall clock is three hours slow, and what the service makes of the times of its facts. */
function openSlowPhone(waitsOf: (text: string) => boolean = () => false) {
  const set = { at: START };
  const kept = new Map<string, number>();
  const truths = new Map<string, number>();
  const storage = new PhoneStorage();
  const service = (sent: Sent) => {
    const clocks = clocksOf(new Date(set.at), JSON.parse(sent.body).sentAt);
    const waits = (item: object) => waitsOf(String(Reflect.get(item, 'text')));
    for (const item of itemsIn(sent))
      if (!waits(item) && !kept.has(item.id)) kept.set(item.id, correctedTime(item.recordedAt, clocks));
    return answered(sent, { receivedAt: set.at, result: (item) => (waits(item) ? { result: 'WAITING' } : {}) });
  };
  const wall = () => set.at - 3 * HOUR_MS;
  return {
    set,
    wall,
    /** Starts the app anew on the same storage. */
    app: () => phone(service, { storage, now: wall, monotonic: () => set.at }).queue,
    take: async (queue: ReturnType<typeof phone>['queue'], text: string, fields: object = {}) => {
      set.at += 5_000;
      const item = await queue.record({ ...note(text), ...fields });
      truths.set(item?.id ?? '', set.at);
    },
    /** By how many minutes each fact is off. */
    offs: () => [...truths].map(([id, truth]) => Math.round(((kept.get(id) ?? Number.NaN) - truth) / 60_000)),
  };
}

describe('a phone whose wall clock is three hours slow', () => {
  test('road 1.3: facts of several calls, all recorded before the first answer, keep their time', async () => {
    const { app, take, offs } = openSlowPhone();
    const queue = app();
    for (let number = 0; number < 40; number += 1) await take(queue, String(number));
    expect(await queue.flush()).toMatchObject({ accepted: 40 });
    expect(offs()).toEqual(Array(40).fill(0));
  });

  test('road 1.3 and 1.8: a fact that waited keeps its time', async () => {
    let waits = true;
    const { set, app, take, offs } = openSlowPhone((text) => waits && text === 'b');
    const queue = app();
    await take(queue, 'a');
    await take(queue, 'b');
    await queue.flush();
    waits = false;
    set.at += 20 * 60_000;
    await queue.flush();
    expect(offs()).toEqual([0, 0]);
  });

  test('road 1.3: facts keep their time when the app restarts before it sends them, also those after the restart', async () => {
    const { set, app, take, offs } = openSlowPhone();
    const before = app();
    await take(before, 'a');
    await before.flush();
    await take(before, 'b');
    set.at += 4 * HOUR_MS;
    const after = app();
    await take(after, 'c');
    await after.flush();
    await take(after, 'd');
    await after.flush();
    expect(offs()).toEqual([0, 0, 0, 0]);
  });

  test('road 1.3: a time of its own clock that the app gives is corrected with that clock, before and after the first answer', async () => {
    const { set, wall, app, take, offs } = openSlowPhone();
    const queue = app();
    const given = () => ({ recordedAt: new Date(wall() + 5_000).toISOString() });
    await take(queue, 'a', given());
    set.at += 4 * HOUR_MS;
    await queue.flush();
    await take(queue, 'b', given());
    await queue.flush();
    expect(offs()).toEqual([0, 0]);
  });

  test('road 1.3: nothing is moved twice when the phone took the right time meanwhile', async () => {
    const set = { at: START, error: -3 * HOUR_MS };
    const storage = new PhoneStorage();
    const recorded: number[] = [];
    const service = (sent: Sent) => {
      recorded.push(...itemsIn(sent).map(({ recordedAt }) => Date.parse(recordedAt) - set.at));
      return answered(sent, { receivedAt: set.at });
    };
    const app = () => phone(service, { storage, now: () => set.at + set.error, monotonic: () => set.at }).queue;
    const before = app();
    await before.record(note('a'));
    await before.flush();
    set.error = 0;
    const after = app();
    await after.flush();
    await after.record(note('b'));
    await after.flush();
    await after.record(note('c'));
    await after.flush();
    // The first call after the restart is told by the time of sending that the clock was set.
    expect(recorded.map((one) => one / HOUR_MS)).toEqual([-3, 3, 0]);
  });
});

test('road 1.2: after a restart, a phone that is a month behind makes identifiers of the right time, which the service takes', async () => {
  const set = { at: START };
  const storage = new PhoneStorage();
  const app = () =>
    phone((sent) => answered(sent, { receivedAt: set.at }), {
      ...{ storage, now: () => set.at - 30 * 24 * HOUR_MS, monotonic: () => set.at },
    }).queue;
  const before = app();
  await before.record(note('a'));
  await before.flush();
  set.at += HOUR_MS;
  const item = await app().record(note('b'));
  expect(millisecondsOf(item?.id ?? '')).toBe(set.at);
});

test('road 1.3: whatever is lost, waits or restarts, a fact of a phone with a wrong clock has its time within two minutes', async () => {
  const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  await fc.assert(
    fc.asyncProperty(seeds, fc.constantFrom(-180, -3, 0, 1, 90), async (seed, minutes) => {
      const chance = new Chance(seed);
      const random = () => chance.below(1_000_000) / 1_000_000;
      const set = { at: START };
      const kept = new Map<string, number>();
      const truths = new Map<string, number>();
      const storage = new PhoneStorage();
      const service = (sent: Sent) => {
        if (random() < 0.2) throw new TypeError('fetch failed');
        const clocks = clocksOf(new Date(set.at), JSON.parse(sent.body).sentAt);
        const waits = new Set(itemsIn(sent).flatMap(({ id }) => (kept.has(id) || random() < 0.7 ? [] : [id])));
        for (const { id, recordedAt } of itemsIn(sent))
          if (!waits.has(id) && !kept.has(id)) kept.set(id, correctedTime(recordedAt, clocks));
        if (random() < 0.2) throw new TypeError('fetch failed');
        return answered(sent, {
          receivedAt: set.at,
          result: ({ id }) => (waits.has(id) ? { result: 'WAITING' } : {}),
        });
      };
      const start = () =>
        phone(service, { storage, now: () => set.at + minutes * 60_000, monotonic: () => set.at, random }).queue;
      let queue = start();
      for (let step = 0; step < 60; step += 1) {
        set.at += Math.floor(random() * 10 * 60_000);
        const choice = random();
        if (choice < 0.6) truths.set((await queue.record(note(String(step))))?.id ?? '', set.at);
        else if (choice < 0.9) await queue.flush();
        else queue = start();
      }
      for (let flushes = 0; flushes < 40; flushes += 1) {
        set.at += 16 * 60_000;
        await queue.flush();
      }
      const offs = [...truths].map(([id, truth]) => Math.abs((kept.get(id) ?? Number.NaN) - truth));
      expect(offs.every((off) => off <= 2 * 60_000)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
