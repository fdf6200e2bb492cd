import type { DriverQueue, Fact } from '../../client/src/driver';
import { DEMO } from '../../local/seed/demo';
import { PhoneStorage } from './support/phone';
import { Road, type Story } from './support/road';

const road = new Road();
beforeAll(() => road.start(), 90_000);
afterAll(road.stop);
/** A day on the road: everything that a driver can tap. */
const factsOf = ({ tripId, stopIds: [first, second] }: Story): Fact[] => [
  { kind: 'TRIP_START', tripId, lat: 25.77, lng: -100.18 },
  { kind: 'PING', tripId, lat: 25.77, lng: -100.18, speedKmh: 60 },
  { kind: 'STOP_ARRIVED', tripId, stopId: first, source: 'DRIVER' },
  { kind: 'STOP_DEPARTED', tripId, stopId: first, outcome: 'FAILED', reason: 'Nadie recibe' },
  { kind: 'NOTE', tripId, text: 'Llanta ponchada' },
  { kind: 'PING', tripId, lat: 25.5, lng: -100.2, speedKmh: 80 },
  { kind: 'STOP_SKIPPED', tripId, stopId: second, reason: 'Cerrado' },
  { kind: 'PING', tripId, lat: 25.2, lng: -100.3, speedKmh: 80 },
  { kind: 'TRIP_END', tripId },
];

/** The end of the day. Faults of phone and network do not change it. */
const DONE = { status: 'COMPLETADO', stops: ['SALIO', 'OMITIDA'], points: 3 };

/** Two positions of one second are one point, so the phone records them apart. */
function pass(seconds = 5): void {
  road.ahead += seconds * 1_000;
}

async function recordAll(queue: DriverQueue, facts: readonly Fact[]): Promise<string[]> {
  const ids: string[] = [];
  for (const fact of facts) {
    pass();
    const { id, kind } = (await queue.record(fact)) ?? { id: '', kind: '' };
    if (kind !== 'PING') ids.push(id);
  }
  return ids;
}

async function expectDone(queue: DriverQueue, story: Story, ids?: readonly string[]): Promise<void> {
  expect(await queue.read()).toEqual({ pending: [], refused: [], damaged: [] });
  const { facts, at: _, ...state } = await road.stateOf(story);
  expect(state).toMatchObject(DONE);
  expect(facts).toHaveLength(6);
  if (ids) expect(facts).toEqual([...ids].sort());
}

/** How a network can fail while a call is on its way. */
const CUTS: readonly [string, (request: Request) => Promise<Response>][] = [
  [
    'before the request leaves',
    async () => {
      throw new TypeError('fetch failed');
    },
  ],
  [
    'after the request, so that the answer is lost',
    async (request) => {
      await fetch(request);
      throw new TypeError('fetch failed');
    },
  ],
  [
    'in the middle of the answer',
    async (request) => {
      const text = await (await fetch(request)).text();
      const bytes = new TextEncoder().encode(text.slice(0, text.length / 2));
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(bytes);
          controller.error(new TypeError('terminated'));
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
  ],
];

describe('the service gets what the phone recorded', () => {
  test.each(CUTS)('road 1.6: with the network cut %s, after each fact', async (_, cut) => {
    const story = await road.plan();
    const storage = new PhoneStorage();
    let isCut = true;
    const queue = road.app(storage, (request) => (isCut ? cut(request) : fetch(request)));
    const ids: string[] = [];
    for (const fact of factsOf(story)) {
      ids.push(...(await recordAll(queue, [fact])));
      expect((await queue.flush()).error).toBeDefined();
    }
    expect((await queue.read()).pending).toHaveLength(9);
    isCut = false;
    expect((await queue.flush()).error).toBeUndefined();
    await expectDone(queue, story, ids);
  });

  test.each(CUTS)('road 1.6: with the network cut %s, at one call in two', async (_, cut) => {
    const story = await road.plan();
    let calls = 0;
    const queue = road.app(new PhoneStorage(), (request) => {
      calls += 1;
      return calls % 2 === 1 ? cut(request) : fetch(request);
    });
    const ids: string[] = [];
    for (const fact of factsOf(story)) {
      ids.push(...(await recordAll(queue, [fact])));
      await queue.flush();
    }
    for (let tries = 0; tries < 3; tries += 1) await queue.flush();
    await expectDone(queue, story, ids);
  });

  test('road 1.6: with the service killed at each step of a batch', async () => {
    let steps = 0;
    for (let step = 1, isKilled = true; isKilled; step += 1) {
      steps = step;
      const story = await road.plan();
      const queue = road.app(new PhoneStorage(), fetch);
      const ids = await recordAll(queue, factsOf(story));
      let calls = 0;
      isKilled = false;
      road.beforeTable = () => {
        calls += 1;
        if (calls < step) return;
        isKilled = true;
        throw new Error('The function was killed.');
      };
      const { error } = await queue.flush();
      road.beforeTable = () => {};
      expect(error !== undefined).toBe(isKilled);
      // A killed function can have refused the call for a minute.
      pass(60);
      await queue.flush();
      await expectDone(queue, story, ids);
    }
    // The reads, and one or two writes for each fact.
    expect(steps).toBeGreaterThan(8);
  });

  test.each([
    ['before', false],
    ['after', true],
  ])('road 1.2: with the app killed %s each of its writes', async (_, isWritten) => {
    let steps = 0;
    for (let step = 1, isKilled = true; isKilled; step += 1) {
      steps = step;
      const story = await road.plan();
      const storage = new PhoneStorage();
      let queue = road.app(storage, fetch);
      storage.killAt(step, isWritten);
      isKilled = false;
      const restart = async () => {
        isKilled = true;
        storage.restart();
        queue = road.app(storage, fetch);
      };
      for (const [index, fact] of factsOf(story).entries()) {
        await recordAll(queue, [fact]).catch(async () => {
          await restart();
          // The driver taps again what the app does not show.
          const { pending } = await queue.read().catch(() => ({ pending: [] }));
          if (pending.length < (index % 3) + 1) await recordAll(queue, [fact]);
        });
        if (index % 3 === 2) await queue.flush().catch(restart);
        if (index % 3 === 2) await queue.flush();
      }
      await expectDone(queue, story);
    }
    // One for the account, one for each fact and one for each answer.
    expect(steps).toBeGreaterThan(12);
  });

  test('road 1.2: with the clock of the phone set back by three hours on the road, and the app restarted', async () => {
    const story = await road.plan();
    const storage = new PhoneStorage();
    const facts = factsOf(story);
    const before = await recordAll(road.app(storage, fetch), facts.slice(0, 4));
    const wrong = { now: () => road.now() - 3 * 3_600_000 };
    const queue = road.app(storage, fetch, wrong);
    const after = await recordAll(queue, facts.slice(4));
    const ids = [...before, ...after];
    expect([...ids].sort()).toEqual(ids);
    await queue.flush();
    await expectDone(queue, story, ids);
  });

  test('road 1.3: with the clock set back by three hours after a first call: each fact keeps its time', async () => {
    const story = await road.plan();
    const set = { back: 0 };
    const clocks = { now: () => road.now() - set.back, monotonic: () => road.now() };
    const queue = road.app(new PhoneStorage(), fetch, clocks);
    const [start, ...others] = factsOf(story);
    const ids = await recordAll(queue, start ? [start] : []);
    await queue.flush();
    const times: number[] = [];
    for (const [index, fact] of others.entries()) {
      if (index === 3) set.back = 3 * 3_600_000;
      ids.push(...(await recordAll(queue, [fact])));
      if (fact.kind !== 'PING') times.push(road.now());
    }
    await queue.flush();
    await expectDone(queue, story, ids);
    const { at } = await road.stateOf(story);
    const apart = ids.slice(1).map((id, index) => Math.abs(Date.parse(at.get(id) ?? '') - (times[index] ?? 0)));
    expect(Math.max(...apart)).toBeLessThan(2_000);
  });

  test('with two tabs that record and send at once', async () => {
    const story = await road.plan();
    const storage = new PhoneStorage();
    const tabs = [road.app(storage, fetch), road.app(storage, fetch)] as const;
    const ids: string[] = [];
    for (const [index, fact] of factsOf(story).entries()) {
      const tab = tabs[index % 2] ?? tabs[0];
      ids.push(...(await recordAll(tab, [fact])));
      await Promise.all(tabs.map((one) => one.flush()));
    }
    await expectDone(tabs[1], story, ids);
  });

  test('and tells the driver in Spanish why a fact was refused', async () => {
    const story = await road.plan();
    const queue = road.app(new PhoneStorage(), (request) => {
      request.headers.set('accept-language', 'es-MX');
      return fetch(request);
    });
    await recordAll(queue, factsOf(story).slice(0, 1));
    const stopId = story.tripId;
    await recordAll(queue, [{ kind: 'STOP_ARRIVED', tripId: story.tripId, stopId, source: 'DRIVER' }]);
    await queue.flush();
    expect((await queue.read()).refused).toMatchObject([
      { error: 'STOP_UNKNOWN', message: expect.stringMatching(/la oficina la quitó.*Avise a su despachador/) },
    ]);
    await recordAll(queue, [{ kind: 'TRIP_END', tripId: story.tripId }]);
    expect((await queue.flush()).accepted).toBe(1);
  });

  test('road 8: and keeps for the driver what it recorded at a stop that the office deleted meanwhile; the rest is accepted', async () => {
    const story = await road.plan();
    const { tripId, stopIds } = story;
    const storage = new PhoneStorage();
    const queue = road.app(storage, fetch);
    const [start, ...others] = factsOf(story);
    if (start) await recordAll(queue, [start]);
    await queue.flush();
    const proof: Fact = { kind: 'PROOF', tripId, stopId: stopIds[0], receiverName: 'Rosa Vela' };
    await recordAll(queue, [proof, ...others]);
    const where = { teamId: DEMO.team.id, tripId };
    const { stops, stopsRevision } = await road.office.trips.getStops(where);
    const kept = stops.filter(({ id }) => id !== stopIds[0]).map(({ id, order, name }) => ({ id, order, name }));
    await road.office.trips.updateStops({ ...where, body: { stopsRevision, stops: kept } });
    const flush = await queue.flush();
    expect([flush.error, flush.waiting]).toEqual([undefined, 0]);
    // The app is killed. What was refused is there with its content and its reason until the driver has seen it.
    const again = road.app(storage, fetch);
    const { pending, refused } = await again.read();
    expect(pending).toEqual([]);
    expect(refused.map(({ item, error }) => [item.kind, error])).toEqual([
      ['PROOF', 'STOP_UNKNOWN'],
      ['STOP_ARRIVED', 'STOP_UNKNOWN'],
      ['STOP_DEPARTED', 'STOP_UNKNOWN'],
    ]);
    expect(refused[0]).toMatchObject({ item: proof, message: expect.stringContaining('Tell your dispatcher') });
    expect(await road.stateOf(story)).toMatchObject({ status: 'COMPLETADO', stops: ['OMITIDA'], points: 3 });
    for (const { item } of refused) await again.dismiss(item.id);
    expect((await again.read()).refused).toEqual([]);
  });
});
