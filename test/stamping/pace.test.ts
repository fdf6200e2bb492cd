import { Pace } from '../../shared/stamping/provider/pace';

const CALL = { resource: 'stampingProvider', action: 'ListInvoices' } as const;

/** The provider's SDK throws this for a 429. */
const limited = (retryAfter?: number) =>
  Object.assign(new Error('slow down'), {
    name: 'FacturapiError',
    status: 429,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  });

/** A pace on a clock that sleeping moves. `send` sends calls one after the other and returns their instants. */
function paced(most = 5) {
  let now = 0;
  const clock = {
    now: () => new Date(now),
    sleep: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const pace = new Pace(clock, most);
  const outbound = pace.through((_, send) => send());
  const one = async (failure?: Error) => {
    let at = 0;
    await outbound(CALL, async () => {
      at = now;
      if (failure) throw failure;
    }).catch(() => {});
    return at;
  };
  const send = async (count: number) => {
    const instants: number[] = [];
    for (let calls = 0; calls < count; calls += 1) instants.push(await one());
    return instants;
  };
  return { pace, outbound, one, send, now: () => now };
}

test('production 6.1: five calls a second go to the provider, and other calls at once', async () => {
  const { send, outbound, now } = paced();
  expect(await send(6)).toEqual([0, 200, 400, 600, 800, 1_000]);
  for (let calls = 0; calls < 10; calls += 1)
    await outbound({ resource: 'table', action: 'GetItem', families: [] }, async () => {});
  expect(now()).toBe(1_000);
});

test('production 6.1: a 429 halves the rate, and a minute without one doubles it again', async () => {
  const { send, one } = paced();
  expect(await one(limited())).toBe(0);
  expect(await send(3)).toEqual([400, 800, 1_200]);
  expect(await one(limited())).toBe(1_600);
  expect(await send(2)).toEqual([2_400, 3_200]);
  const rest = await send(400);
  expect((rest.at(-1) ?? 0) - (rest.at(-2) ?? 0)).toBe(200);
});

test('production 6.1: after a 429 all calls wait as long as Retry-After asks', async () => {
  const { pace, one, send } = paced();
  expect(await one(limited(30))).toBe(0);
  expect(pace.held()).toBe(30_000);
  expect(await send(2)).toEqual([30_000, 30_400]);
});
