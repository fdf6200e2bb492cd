import { answered, itemsIn, note, PhoneStorage, phone, ping, TRIP_ID } from './support/phone';
import { json } from './support/service';

const KEY = 'fleet.queue.ramon';
const storedIds = async (queue: ReturnType<typeof phone>['queue']) =>
  (await queue.read()).pending.map(({ item }) => item.id);

/** An app on this storage that has no network. */
const offline = (storage: PhoneStorage) =>
  phone(
    () => {
      throw new TypeError('fetch failed');
    },
    { storage },
  ).queue;

describe('the storage of a queue', () => {
  test('road 1.2: a fact is one write, and identifiers ascend after a restart with a clock that went back', async () => {
    const storage = new PhoneStorage();
    const ids: (string | undefined)[] = [];
    for (const hours of [0, -3, -2, 0]) {
      const { queue } = phone(() => new Response(), { storage, now: () => Date.now() + hours * 3_600_000 });
      for (let count = 0; count < 60; count += 1) ids.push((await queue.record(ping()))?.id);
    }
    expect([...ids].sort()).toEqual(ids);
    expect(await storedIds(offline(storage))).toEqual(ids);
    // One for the account, one for each item, one for each full page.
    expect(storage.writes).toBe(1 + 240 + 4);
  });

  test('road 1.2: identifiers ascend also when the queue was empty before the restart', async () => {
    const storage = new PhoneStorage();
    const before = phone((call) => answered(call), { storage });
    const first = await before.queue.record(note('a'));
    await before.queue.flush();
    const after = phone((call) => answered(call), { storage, now: () => Date.now() - 3 * 3_600_000 });
    const second = await after.queue.record(note('b'));
    expect((second?.id ?? '') > (first?.id ?? 'z')).toBe(true);
  });

  test('road 3: identifiers rise above the lastId of an answer, of an earlier phone whose clock ran ahead', async () => {
    const ahead = new Date(Date.now() + 3_600_000).getTime().toString(16).padStart(12, '0');
    const lastId = `${ahead.slice(0, 8)}-${ahead.slice(8)}-7fff-bfff-ffffffffff00`;
    const trips = [{ tripId: TRIP_ID, isOpen: true, stopsRevision: 1, lastId }];
    const { queue } = phone((call) => answered(call, { trips }));
    await queue.record(ping());
    await queue.flush();
    expect((await queue.record(ping()))?.id).toBe(`${lastId.slice(0, -2)}01`);
  });

  test('an identifier of a clock that was a year ahead does not spoil all later ones', async () => {
    const storage = new PhoneStorage();
    const set = { at: Date.now() + 365 * 86_400_000 };
    const refused = { result: 'REFUSED', error: 'VALIDATION_FAILED', field: 'items[0].id' };
    const { queue } = phone((call) => answered(call, { result: () => refused }), { storage, now: () => set.at });
    await queue.record(note('a'));
    set.at = Date.now();
    expect((await queue.flush()).refused).toHaveLength(1);
    const later = await queue.record(note('b'));
    expect(later?.id.slice(0, 8)).toBe(Date.now().toString(16).padStart(12, '0').slice(0, 8));
  });

  test('500 items take ten pages, and each page is deleted when all its items are accepted', async () => {
    const storage = new PhoneStorage();
    const { queue } = phone((call) => answered(call), { storage });
    for (let count = 0; count < 500; count += 1) await queue.record(ping());
    expect([...storage.records.keys()].filter((key) => /\.\d+$/.test(key))).toHaveLength(9);
    expect((await queue.flush()).accepted).toBe(500);
    expect([...storage.records.keys()].sort()).toEqual([KEY, 'fleet.queue.account'].sort());
  });

  test.each([
    ['is no JSON', () => '{"version":1,"items":[{"item"'],
    ['is of another version', (text: string) => text.replace('"version":1', '"version":2')],
    ['has an item without an identifier', (text: string) => text.replace(/"id":"/, '"no":"')],
    ['is a number', () => '7'],
  ])('a head that %s is kept, and the pages that it named are sent', async (_, damage) => {
    const storage = new PhoneStorage();
    for (let count = 0; count < 120; count += 1) await offline(storage).record(note(`${count}`));
    const whole = storage.records.get(KEY) ?? '';
    const text = damage(whole);
    storage.records.set(KEY, text);
    const { queue, sent } = phone((call) => answered(call), { storage, now: () => Date.now() - 3 * 3_600_000 });
    const later = await queue.record(note('after'));
    await queue.flush();
    const arrived = sent.flatMap((call) => itemsIn(call).map((item) => Reflect.get(item, 'text')));
    expect(new Set(arrived)).toEqual(expect.objectContaining(new Set(['after'])));
    for (let count = 0; count < 100; count += 1) expect(arrived).toContain(`${count}`);
    expect((await queue.read()).damaged).toEqual([text]);
    expect(
      sent
        .flatMap((call) => itemsIn(call).map(({ id }) => id))
        .sort()
        .at(-1),
    ).toBe(later?.id);
    await queue.dismiss(text);
    expect(await queue.read()).toEqual({ pending: [], refused: [], damaged: [] });
  });

  test('a damaged page is kept, and the rest of it is sent', async () => {
    const storage = new PhoneStorage();
    for (let count = 0; count < 60; count += 1) await offline(storage).record(note(`${count}`));
    const page = storage.records.get(`${KEY}.0`) ?? '';
    const text = page.replace(/"id":"[^"]+"/, '"id":7');
    storage.records.set(`${KEY}.0`, text);
    const { queue } = phone((call) => answered(call), { storage });
    expect((await queue.flush()).accepted).toBe(59);
    expect((await queue.read()).damaged).toEqual([text]);
  });

  test('a refused item that an interruption left in its page is neither shown as pending nor sent again', async () => {
    const storage = new PhoneStorage();
    const refusing = () =>
      phone((call) => answered(call, { result: () => ({ result: 'REFUSED', error: 'TOO_OLD' }) }), { storage });
    const { queue } = refusing();
    for (let count = 0; count < 60; count += 1) await queue.record(note(`${count}`));
    storage.killAt(2, false);
    await expect(queue.flush()).rejects.toThrow();
    storage.restart();
    const after = refusing();
    const { pending, refused } = await after.queue.read();
    expect([pending.length, refused.length]).toEqual([30, 30]);
    await after.queue.flush();
    expect(after.sent.map((call) => itemsIn(call).length)).toEqual([30]);
    expect((await after.queue.read()).refused).toHaveLength(60);
  });

  test('a storage that is full refuses the record, and keeps what is there', async () => {
    const storage = new PhoneStorage();
    const queue = offline(storage);
    const stored = await queue.record(note('a'));
    storage.killAt(1, false);
    await expect(queue.record(note('b'))).rejects.toThrow();
    storage.restart();
    expect(await storedIds(queue)).toEqual([stored?.id]);
  });

  test('a storage that is full to the last character is emptied by what the service accepts, though a refused item takes more', async () => {
    const records = new Map<string, string>();
    const used = () => [...records].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
    let most = Number.POSITIVE_INFINITY;
    const storage = {
      getItem: (key: string) => records.get(key) ?? null,
      removeItem: (key: string) => void records.delete(key),
      setItem(key: string, value: string) {
        const before = records.get(key);
        if (used() - (before?.length ?? -key.length) + value.length > most) throw new Error('QuotaExceededError');
        records.set(key, value);
      },
    };
    const message = 'El viaje no era suyo en ese momento. Pregunte a su despachador.';
    const result = ({ kind }: { kind: string }) => (kind === 'NOTE' ? { result: 'REFUSED', message } : {});
    const { queue } = phone((call) => answered(call, { result }), { storage });
    await queue.record(note('a'));
    for (let count = 0; count < 160; count += 1) await queue.record(ping());
    most = used();
    for (let tries = 0; tries < 3; tries += 1) await queue.flush().catch(() => undefined);
    const { pending, refused } = await queue.read();
    expect([pending, refused.map(({ message }) => message)]).toEqual([[], [message]]);
    expect(used()).toBeLessThan(most / 10);
  });

  test('localStorage, which answers at once, serves as well', async () => {
    const records = new Map<string, string>();
    const storage = {
      getItem: (key: string) => records.get(key) ?? null,
      setItem: (key: string, value: string) => void records.set(key, value),
      removeItem: (key: string) => void records.delete(key),
    };
    const { queue } = phone((call) => answered(call), { storage });
    await queue.record(note('a'));
    expect((await queue.flush()).accepted).toBe(1);
  });
});

describe('two tabs with one storage', () => {
  test('record at once without losing an item or repeating an identifier, and send each item once', async () => {
    const storage = new PhoneStorage();
    const [one, other] = [phone((call) => answered(call), { storage }), phone((call) => answered(call), { storage })];
    const tabs = [one, other];
    const recorded = await Promise.all(
      Array.from({ length: 120 }, (_, count) => tabs[count % 2]?.queue.record(note(`${count}`))),
    );
    const ids = recorded.map((item) => item?.id);
    expect(await storedIds(one.queue)).toEqual([...ids].sort());
    await Promise.all([one.queue.flush(), other.queue.flush(), one.queue.flush()]);
    const arrived = [...one.sent, ...other.sent].flatMap((call) => itemsIn(call).map(({ id }) => id));
    expect(arrived.sort()).toEqual([...ids].sort());
    expect(await storedIds(other.queue)).toEqual([]);
  });

  test('use Web Locks where the platform has them', async () => {
    const names: string[] = [];
    const locks = {
      request: (name: string, work: () => Promise<unknown>) => {
        names.push(name);
        return work();
      },
    };
    const platform = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
    try {
      const { queue } = phone((call) => answered(call));
      await queue.record(note('a'));
      await queue.flush();
    } finally {
      Reflect.deleteProperty(globalThis, 'navigator');
      if (platform) Object.defineProperty(globalThis, 'navigator', platform);
    }
    expect(new Set(names)).toEqual(new Set(['fleet.queue.flush', KEY]));
  });
});

test('road 2: full pages whose head is gone are sent, and not overwritten', async () => {
  const storage = new PhoneStorage();
  const offline = phone(() => json(500, {}), { storage });
  for (let number = 0; number < 60; number += 1) await offline.queue.record(note(String(number)));
  storage.records.delete('fleet.queue.ramon');
  const { queue, sent } = phone((call) => answered(call), { storage });
  for (let number = 60; number < 120; number += 1) await queue.record(note(String(number)));
  for (let flushes = 0; flushes < 5; flushes += 1) await queue.flush();
  const texts = sent.flatMap((call) => itemsIn(call).map((item) => Number(Reflect.get(item, 'text'))));
  // The ten that were in the head alone are gone with it.
  expect(texts).toEqual([...Array(50).keys(), ...Array.from({ length: 60 }, (_, index) => 60 + index)]);
});

test('road 2: a storage that is full while its head is damaged is emptied by what the service accepts', async () => {
  const storage = new PhoneStorage();
  const { queue: before } = phone(() => json(500, {}), { storage });
  for (let number = 0; number < 60; number += 1) await before.record(note(String(number)));
  storage.records.set(KEY, `${storage.records.get(KEY)}x`);
  const used = () => [...storage.records.values()].join('').length;
  const most = used();
  const full = {
    getItem: (key: string) => storage.records.get(key) ?? null,
    removeItem: (key: string) => void storage.records.delete(key),
    setItem(key: string, value: string) {
      if (used() - (storage.records.get(key)?.length ?? 0) + value.length > most) throw new Error('QuotaExceededError');
      storage.records.set(key, value);
    },
  };
  const { queue } = phone((call) => answered(call), { storage: full });
  expect((await queue.flush()).accepted).toBe(50);
  expect((await queue.read()).pending).toEqual([]);
});
