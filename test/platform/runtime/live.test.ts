import { cached, type Shelf } from '../../../shared/platform/runtime/cached';
import { liveRuntime } from '../../../shared/platform/runtime/live';
import { instantOfUuid, uuidPrefix, uuidVersion7 } from '../../../shared/platform/runtime/uuid';
import { makeTestContext } from '../../support/engine-runtime';

describe('a UUID of version 7', () => {
  test('is that of the RFC’s example', () => {
    const random = Buffer.from('fcc3d8c4dc0c0c07398f', 'hex');
    const uuid = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
    expect(uuidVersion7(Date.parse('2022-02-22T19:22:22Z'), random)).toBe(uuid);
    expect(uuidVersion7(Date.parse('2022-02-22T19:22:22Z'), Buffer.concat([random, random]))).toBe(uuid);
    expect(instantOfUuid(uuid)).toEqual(new Date('2022-02-22T19:22:22Z'));
  });

  test('begins as its instant does, and none is before 1970', () => {
    expect(uuidPrefix(new Date('2022-02-22T19:22:22Z'))).toBe('017f22e2-79b0');
    expect(uuidPrefix(new Date('1969-12-31T23:59:59Z'))).toBe('00000000-0000');
  });
});

describe('the runtime of a function', () => {
  test('has the process’s clock, chance and environment', async () => {
    const { environment, now, newId, randomBytes, clients } = liveRuntime();
    expect(environment).toBe(process.env);
    expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(5000);
    const ids = [newId(), newId()];
    for (const id of ids) expect(Math.abs(instantOfUuid(id).getTime() - Date.now())).toBeLessThan(5000);
    expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(2);
    expect(randomBytes(7)).toHaveLength(7);
    expect(clients.size).toBe(0);
  });

  test('sends what is to be sent, and sleeps as long as it is asked to', async () => {
    const { outbound, sleep } = liveRuntime();
    await expect(outbound({ resource: 'jwks', action: 'Fetch' }, async () => 'sent')).resolves.toBe('sent');
    const startedAt = performance.now();
    await sleep(20);
    expect(performance.now() - startedAt).toBeGreaterThan(15);
  });

  test('logs whole lines, and nothing before them', () => {
    const write = process.stdout.write;
    const written: unknown[] = [];
    process.stdout.write = (text: unknown) => written.push(text) > 0;
    try {
      expect(liveRuntime().log('{"level":"INFO"}')).toBeUndefined();
    } finally {
      process.stdout.write = write;
    }
    expect(written).toEqual(['{"level":"INFO"}\n']);
  });
});

describe('what is kept', () => {
  const shelf: Shelf<number> = () => new Map();
  const call = { resource: 'table', action: 'GetItem', families: ['TEAM#'] } as const;

  test('is asked for once by name, also by calls at once', async () => {
    const { context } = makeTestContext();
    const ask = jest.fn(async () => 7);
    const asked = ['a', 'a', 'b'].map((name) => cached(context, shelf, name, call, ask));
    expect(await Promise.all(asked)).toEqual([7, 7, 7]);
    expect(await cached(context, shelf, 'a', call, ask)).toBe(7);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('is no failure', async () => {
    const { context } = makeTestContext();
    const failing = async () => Promise.reject(new Error('gone'));
    await expect(cached(context, shelf, 'a', call, failing)).rejects.toThrow('gone');
    await expect(cached(context, shelf, 'a', call, async () => 8)).resolves.toBe(8);
  });

  test('needs its right warm as cold', async () => {
    const { context } = makeTestContext();
    const refused = { ...call, action: 'Scan' };
    await cached(context, shelf, 'a', call, async () => 7);
    await expect(cached(context, shelf, 'a', refused, async () => 7)).rejects.toThrow('Scan on table');
  });
});
