import { until } from '../support/until';
import { answered, itemsIn, note, PhoneStorage, phone, ping, TRIP_ID } from './support/phone';
import { json, type Sent } from './support/service';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-03-02T15:00:00Z');

/** A clock that the test sets. Phone and service have the same. */
function clock() {
  const set = { at: START };
  return { set, now: () => set.at, monotonic: () => set.at };
}

const textsOf = (sent: Sent) => itemsIn(sent).map((item) => Object(item).text);
const lost = () => {
  throw new TypeError('fetch failed');
};

describe('the queue of a phone', () => {
  test('road 2: stores an item before it returns, sends it, and deletes it after APPLIED and DUPLICATE', async () => {
    const storage = new PhoneStorage();
    const { queue, sent } = phone(
      (call) => answered(call, { result: ({ id }) => ({ result: id === stored[0]?.id ? 'APPLIED' : 'DUPLICATE' }) }),
      { storage },
    );
    const stored = [await queue.record(note('a')), await queue.record(note('b'))];
    expect([...storage.records.values()].join()).toContain(stored[1]?.id);
    expect((await queue.read()).pending.map(({ item }) => item)).toEqual(stored);
    const report = await queue.flush();
    expect([report.accepted, report.error, sent.length]).toEqual([2, undefined, 1]);
    expect(itemsIn(sent[0] ?? { body: '{}' })).toEqual(stored);
    expect((await queue.read()).pending).toEqual([]);
    await queue.flush();
    expect(sent).toHaveLength(1);
  });

  test('road 3: a call has at most 100 items, of which at most 30 are no positions', async () => {
    const { queue, sent } = phone((call) => answered(call));
    for (let count = 0; count < 70; count += 1) await queue.record(note(`${count}`));
    for (let count = 0; count < 150; count += 1) await queue.record(ping());
    const { accepted } = await queue.flush();
    const sizes = sent.map((call) => {
      const kinds = itemsIn(call).map(({ kind }) => kind);
      return [kinds.length, kinds.filter((kind) => kind !== 'PING').length];
    });
    expect([accepted, sizes]).toEqual([
      220,
      [
        [100, 30],
        [100, 30],
        [20, 10],
      ],
    ]);
    const ids = sent.map((call) => itemsIn(call).map(({ id }) => id));
    expect(ids.every((one) => [...one].sort().join() === one.join())).toBe(true);
  });

  test('road 3: a call stays under the 256 kB that the service takes', async () => {
    const { queue, sent } = phone((call) => answered(call));
    for (let count = 0; count < 60; count += 1) await queue.record(note('ñ€'.repeat(2_500)));
    const { accepted } = await queue.flush();
    expect(accepted).toBe(60);
    expect(Math.max(...sent.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(256 * 1024);
  });

  test('road 2: a WAITING item is sent again after 1, 2, 5, then every 15 minutes', async () => {
    const { set, ...clocks } = clock();
    const waits = { result: 'WAITING', error: 'TRIP_NOT_STARTED', message: 'El viaje aún no inicia.' };
    const { queue, sent } = phone((call) => answered(call, { result: () => waits, receivedAt: set.at }), clocks);
    await queue.record(note('a'));
    const gaps: number[] = [];
    let last = START;
    for (let minutes = 0; minutes <= 60; minutes += 0.5) {
      set.at = START + minutes * MINUTE_MS;
      const before = sent.length;
      await queue.flush();
      if (sent.length > before) {
        gaps.push((set.at - last) / MINUTE_MS);
        last = set.at;
      }
    }
    expect(gaps).toEqual([0, 1, 2, 5, 15, 15, 15]);
    const [pending] = (await queue.read()).pending;
    expect(pending).toMatchObject({ tries: 7, error: waits.error, message: waits.message });
  });

  test('road 2: a WAITING item does not wait for a clock that was set back', async () => {
    const set = { at: START };
    const storage = new PhoneStorage();
    const wall = { now: () => set.at, storage };
    const before = phone((call) => answered(call, { result: () => ({ result: 'WAITING' }), receivedAt: START }), wall);
    await before.queue.record(note('a'));
    await before.queue.flush();
    set.at = START + MINUTE_MS / 2;
    const after = phone((call) => answered(call, { receivedAt: START }), wall);
    expect((await after.queue.flush()).accepted).toBe(0);
    set.at = START - 180 * MINUTE_MS;
    expect((await after.queue.flush()).accepted).toBe(1);
  });

  test('road 2: a REFUSED item leaves the queue and is listed with its reason until the driver has seen it', async () => {
    const said = { result: 'REFUSED', error: 'STOP_UNKNOWN', message: 'El viaje no tiene esa parada.' };
    const { queue, sent } = phone((call) =>
      answered(call, { result: ({ kind }) => (kind === 'NOTE' ? { ...said, field: 'items[0].stopId' } : {}) }),
    );
    const bad = await queue.record(note('a'));
    await queue.record(ping());
    const report = await queue.flush();
    const refused = [{ item: bad, error: said.error, message: said.message, field: 'stopId' }];
    expect([report.accepted, report.refused]).toEqual([1, refused]);
    expect(await queue.read()).toEqual({ pending: [], refused, damaged: [] });
    await queue.flush();
    expect(sent).toHaveLength(1);
    await queue.dismiss(bad?.id ?? '');
    expect((await queue.read()).refused).toEqual([]);
  });

  test('road 2: a refused position is told by the flush and not listed: a driver can do nothing about it', async () => {
    const { queue } = phone((call) => answered(call, { result: () => ({ result: 'REFUSED', error: 'TRIP_ENDED' }) }));
    await queue.record(ping());
    expect((await queue.flush()).refused).toHaveLength(1);
    expect(await queue.read()).toEqual({ pending: [], refused: [], damaged: [] });
  });

  test('a result that this client does not know waits', async () => {
    const { queue } = phone((call) => answered(call, { result: () => ({ result: 'LATER' }) }));
    await queue.record(note('a'));
    expect((await queue.flush()).waiting).toBe(1);
    expect((await queue.read()).pending).toHaveLength(1);
  });

  test.each([
    ['no answer comes', lost],
    ['the service answers 500', () => json(500, { error: 'INTERNAL', message: '' })],
    ['the service answers 503', () => json(503, { error: 'UNAVAILABLE', message: '' })],
    ['road 1.11: the access is disabled', () => json(403, { error: 'FORBIDDEN', message: '' })],
    ['the page of another network answers', () => new Response('<html>Wi-Fi</html>', { status: 200 })],
    ['a page of a network’s sign-in answers 200', () => page(200)],
    ['a page that asks to sign in answers', () => page(401)],
    ['a page of a proxy answers 400', () => page(400)],
    ['nothing but null answers', () => json(200, null)],
    ['another JSON answers', () => json(200, { ok: true })],
    [
      'the answer has too few results',
      () => json(200, { receivedAt: new Date().toISOString(), results: [], trips: [] }),
    ],
    ['a gateway answers 400', () => json(400, { message: 'Bad Request' })],
  ])('keeps all when %s, and sends all again', async (_, fail) => {
    const { set, ...clocks } = clock();
    const { queue } = phone((call, count) => (count === 1 ? fail() : answered(call)), clocks);
    const stored = await queue.record(note('a'));
    expect((await queue.flush()).error).toBeDefined();
    expect((await queue.read()).pending).toMatchObject([{ item: stored }]);
    set.at += MINUTE_MS + 2_000;
    expect((await queue.flush()).accepted).toBe(1);
  });

  test.each([
    ['stand in another order', (results: object[]) => results.reverse()],
    ['are those of another call', (results: object[]) => results.map(() => ({ id: OTHER, result: 'APPLIED' }))],
    ['are empty', (results: object[]) => results.map(() => null)],
  ])('road 3: keeps all when the results %s, and ends the flush', async (_, change) => {
    const { queue, sent } = phone(async (call) => {
      const answer = Object(await answered(call, { result: resultOf }).json());
      return json(200, { ...answer, results: change(answer.results) });
    });
    const stored = [await queue.record(note('a')), await queue.record(note('b'))];
    expect((await queue.flush()).error).toBeDefined();
    expect((await queue.read()).pending).toMatchObject(stored.map((item) => ({ item })));
    expect(sent).toHaveLength(1);
  });
  const OTHER = '01930000-0003-7000-8000-000000000001';
  const resultOf = (item: object) => ({ result: Object(item).text === 'a' ? 'APPLIED' : 'WAITING' });

  test('waits as long as a 429 says, and says why', async () => {
    const { set, ...clocks } = clock();
    const limit = () => json(429, { error: 'TOO_MANY_REQUESTS', message: '' }, { 'retry-after': '40' });
    const { queue, sent } = phone((call, count) => (count === 1 ? limit() : answered(call)), {
      ...clocks,
      random: () => 0,
    });
    await queue.record(note('a'));
    expect((await queue.flush()).error).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    set.at += 39_000;
    expect([(await queue.flush()).error, sent.length]).toEqual([expect.objectContaining({ status: 429 }), 1]);
    expect(await queue.dueIn()).toBe(1_000);
    set.at += 1_000;
    expect([(await queue.flush()).accepted, sent.length]).toEqual([1, 2]);
  });

  test('one item that the service cannot read does not stop the others', async () => {
    const { queue } = phone((call) =>
      textsOf(call).includes('bad')
        ? json(400, { error: 'VALIDATION_FAILED', message: 'Send at most 256 KB.', field: 'body' })
        : answered(call),
    );
    for (const text of ['a', 'b', 'bad', 'c', 'd']) await queue.record(note(text));
    const report = await queue.flush();
    expect([report.accepted, report.refused.map(({ message }) => message)]).toEqual([4, ['Send at most 256 KB.']]);
    expect((await queue.read()).pending).toEqual([]);
  });

  test('flushes at once share one call, and one that comes during a call sends what was recorded since', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { queue, sent } = phone(async (call) => {
      await opened;
      return answered(call);
    });
    await queue.record(note('a'));
    const first = queue.flush();
    await until(() => sent.length === 1);
    await queue.record(note('b'));
    const others = [queue.flush(), queue.flush(), queue.flush()];
    open();
    await Promise.all([first, ...others]);
    expect(sent.map(textsOf)).toEqual([['a'], ['b']]);
  });

  test('tells its listeners of each record and each change', async () => {
    const { queue } = phone((call) => answered(call));
    let told = 0;
    const forget = queue.subscribe(() => {
      told += 1;
    });
    await queue.record(note('a'));
    await queue.flush();
    expect(told).toBe(2);
    forget();
    await queue.record(note('b'));
    expect(told).toBe(2);
  });

  test('a listener that throws neither makes a stored record fail nor keeps the others from being told', async () => {
    const reported = jest.spyOn(console, 'error').mockImplementation();
    const { queue } = phone((call) => answered(call));
    const failure = new Error('The page is gone.');
    let told = 0;
    queue.subscribe(() => {
      throw failure;
    });
    queue.subscribe(() => {
      told += 1;
    });
    const recorded = await queue.record(note('a'));
    expect((await queue.read()).pending.map(({ item }) => item)).toEqual([recorded]);
    expect([told, reported.mock.calls]).toEqual([1, [[failure]]]);
    reported.mockRestore();
  });

  test('the pause after failures grows to five minutes, a flush by hand does not wait for it, and a success ends it', async () => {
    const { set, ...clocks } = clock();
    let isCut = true;
    const { queue } = phone((call) => (isCut ? lost() : answered(call)), { ...clocks, random: () => 0 });
    await queue.record(note('a'));
    const pauses: (number | undefined)[] = [await queue.dueIn()];
    for (let failures = 0; failures < 10; failures += 1) {
      await queue.flush();
      pauses.push(await queue.dueIn());
    }
    expect(pauses.map((pause = Number.NaN) => pause / 1_000)).toEqual([0, 1, 2, 4, 8, 16, 32, 64, 128, 150, 150]);
    set.at -= 180 * MINUTE_MS;
    expect(await queue.dueIn()).toBe(0);
    isCut = false;
    await queue.flush();
    await queue.record(note('b'));
    expect(await queue.dueIn()).toBe(0);
  });

  test('the pause does not grow while the service answers in between: a network that loses every third call gets through a long queue', async () => {
    const { set: _, ...clocks } = clock();
    let calls = 0;
    const network = (call: Parameters<typeof answered>[0]) => {
      calls += 1;
      return calls % 3 === 0 ? lost() : answered(call);
    };
    const { queue } = phone(network, { ...clocks, random: () => 0 });
    for (let count = 0; count < 450; count += 1) await queue.record(note(`${count}`));
    const pauses: (number | undefined)[] = [];
    while ((await queue.flush()).error !== undefined) pauses.push(await queue.dueIn());
    expect(pauses).toEqual(Array.from({ length: 7 }, () => 1_000));
    expect((await queue.read()).pending).toEqual([]);
  });

  test('the pause grows also after a failure of the storage: the service has the items, and the next call only repeats them', async () => {
    const { set: _, ...clocks } = clock();
    const storage = new PhoneStorage();
    const { queue, sent } = phone((call) => answered(call), { ...clocks, storage, random: () => 0 });
    await queue.record(note('a'));
    for (const pause of [1_000, 2_000, 4_000]) {
      storage.killAt(1, false);
      await expect(queue.flush()).rejects.toThrow();
      storage.restart();
      expect(await queue.dueIn()).toBe(pause);
    }
    expect(sent).toHaveLength(3);
    expect((await queue.flush()).accepted).toBe(1);
  });

  test('flushes that wait for one on its way are one call, also without network', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { queue, sent } = phone(async () => {
      await opened;
      return lost();
    });
    await queue.record(note('a'));
    const first = queue.flush();
    await until(() => sent.length === 1);
    const others = [queue.flush(), queue.flush(), queue.flush()];
    open();
    await Promise.all([first, ...others]);
    expect(sent).toHaveLength(2);
  });

  test('start sends what is recorded later, and goes on after a failure until it is stopped', async () => {
    const { queue, sent } = phone((call, count) => (count === 2 ? lost() : answered(call)));
    await queue.record(note('a'));
    const stop = queue.start();
    const isEmpty = async () => (await queue.read()).pending.length === 0;
    await until(isEmpty);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await queue.record(note('b'));
    await until(isEmpty);
    stop();
    expect(sent).toHaveLength(3);
    await queue.record(note('c'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).toHaveLength(3);
  });

  test('start that is stopped during a call sends nothing after it', async () => {
    let stop = () => {};
    const { queue, sent } = phone(
      () => {
        stop();
        return lost();
      },
      { random: () => 0 },
    );
    await queue.record(note('a'));
    stop = queue.start();
    await until(() => sent.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(sent).toHaveLength(1);
  });
});

describe('the positions of a trip that is over', () => {
  const over = [{ tripId: TRIP_ID, isOpen: false, stopsRevision: 1 }];
  const open = over.map((trip) => ({ ...trip, isOpen: true }));

  test('road 3: are not recorded after isOpen: false; one is sent every 15 minutes to ask again', async () => {
    const { set, ...clocks } = clock();
    let trips = over;
    const { queue } = phone((call) => answered(call, { trips, receivedAt: set.at }), clocks);
    await queue.record(ping());
    await queue.flush();
    expect(await queue.record(ping())).toBeUndefined();
    expect(await queue.record(note('papers come late'))).toBeDefined();
    set.at += 15 * MINUTE_MS;
    expect(await queue.record(ping())).toBeDefined();
    trips = open;
    await queue.flush();
    expect(await queue.record(ping())).toBeDefined();
  });

  test('road 3: are recorded again after a TRIP_START', async () => {
    const { queue } = phone((call) => answered(call, { trips: over }));
    await queue.record(ping());
    await queue.flush();
    expect(await queue.record(ping())).toBeUndefined();
    await queue.record({ kind: 'TRIP_START', tripId: TRIP_ID });
    expect(await queue.record(ping())).toBeDefined();
  });

  test('road 3: are recorded while the trip has not begun', async () => {
    const { queue } = phone((call) =>
      answered(call, { result: () => ({ result: 'WAITING', error: 'TRIP_NOT_STARTED' }), trips: over }),
    );
    await queue.record(ping());
    await queue.flush();
    expect(await queue.record(ping())).toBeDefined();
  });
});

const page = (status: number) =>
  new Response('<html>portal</html>', { status, headers: { 'content-type': 'text/html' } });

test('road 2: a proxy that finds any call too large takes nothing out of the queue', async () => {
  let isDown = true;
  const { queue } = phone((call) => (isDown ? page(413) : answered(call)));
  for (let number = 0; number < 5; number += 1) await queue.record(note(String(number)));
  const flush = await queue.flush();
  expect([flush.error, flush.refused]).toEqual([expect.any(Error), []]);
  expect((await queue.read()).pending).toHaveLength(5);
  isDown = false;
  expect((await queue.flush()).accepted).toBe(5);
});

test('road 2: a lock that the browser refuses once does not end all later sending', async () => {
  let refuses = true;
  const request = async (name: string, work: () => Promise<unknown>) => {
    if (refuses && name.endsWith('.flush')) throw new Error('InvalidStateError');
    return work();
  };
  const platform = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true });
  try {
    const { queue } = phone((call) => answered(call));
    await queue.record(note('a'));
    await expect(queue.flush()).rejects.toThrow('InvalidStateError');
    refuses = false;
    expect((await queue.flush()).accepted).toBe(1);
  } finally {
    Reflect.deleteProperty(globalThis, 'navigator');
    if (platform) Object.defineProperty(globalThis, 'navigator', platform);
  }
});
