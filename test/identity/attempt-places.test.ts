import { setTimeout } from 'node:timers/promises';
import { OPEN_MS } from '../../shared/identity/attempt-count';
import { clearAttempts, consumeAttempt, refundAttempt, type SentAttempt } from '../../shared/identity/attempt-limits';
import { attemptCountKey, limitsOf } from '../../shared/identity/attempt-rules';
import { newDeviceProof } from '../../shared/identity/device-proof';
import { newTemporaryPassword } from '../../shared/identity/temporary-password';
import { AppError } from '../../shared/platform/errors';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { getItem } from '../../shared/platform/table/read';
import { someId, type TestContext } from '../support/engine-runtime';
import { quickTable } from '../support/quick-table';

const table = quickTable();
const ATTEMPTS = { consumeAttempt, refundAttempt };
const CHECK_MS = 20;
const MOST = 5;

let made = 0;
function someAttempt(): SentAttempt {
  made += 1;
  return { of: 'DRIVER_PASSWORD', account: `chofer.${made}`, sourceIp: `198.51.100.${made}` };
}

/** Cognito, which takes some time for its answer. Counts how many attempts reach it, and how many at the same time. */
function slowCognito() {
  const seen = { asked: 0, most: 0 };
  let now = 0;
  const check = async (isRight: boolean): Promise<string> => {
    seen.asked += 1;
    now += 1;
    seen.most = Math.max(seen.most, now);
    await setTimeout(CHECK_MS);
    now -= 1;
    if (!isRight) throw new AppError('INVALID_CREDENTIALS');
    return 'in';
  };
  return { seen, check };
}

/** One request from its count to its answer. Its pauses take real time, because others must go on meanwhile. */
async function signIn(sent: SentAttempt, check: () => Promise<string>, testContext = table.testContext()) {
  const runtime = { ...testContext.runtime, sleep: (milliseconds: number) => setTimeout(milliseconds) };
  const scope = { requestId: someId(), remaining: () => 28_000, meter: testContext.meter };
  const deps = makeDeps(ATTEMPTS, runtime, scope);
  try {
    const counted = await deps.consumeAttempt(sent);
    const answer = await counted.checked(check());
    await deps.refundAttempt(counted, { isIn: true });
    return answer;
  } catch (failure) {
    if (failure instanceof AppError) return [failure.code, failure.retryAfter];
    throw failure;
  }
}

const countsOf = async (sent: SentAttempt, context: TestContext['context']) =>
  Promise.all(limitsOf(sent, false).map(async (limit) => getItem(context, attemptCountKey(limit))));

describe('doors 7: fifty sign-ins of one account at once', () => {
  it('with the right password all succeed, and at most five are asked at the same time', async () => {
    const sent = someAttempt();
    const { seen, check } = slowCognito();
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(sent, () => check(true))));
    expect(answers).toEqual(Array.from({ length: 50 }, () => 'in'));
    expect(seen).toEqual({ asked: 50, most: expect.any(Number) });
    expect(seen.most).toBeLessThanOrEqual(MOST);
    for (const count of await countsOf(sent, table.testContext().context)) {
      expect(count).toMatchObject({ failures: 0, open: {} });
    }
  });

  it('with wrong passwords five reach Cognito, and the others are told the wait of the failures', async () => {
    const sent = someAttempt();
    const { seen, check } = slowCognito();
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(sent, () => check(false))));
    expect(seen.asked).toBe(MOST);
    expect(answers.filter(([code]) => code === 'INVALID_CREDENTIALS')).toHaveLength(MOST);
    const others = answers.filter(([code]) => code !== 'INVALID_CREDENTIALS');
    expect(others).toEqual(Array.from({ length: 45 }, () => ['TOO_MANY_REQUESTS', 960]));
  });
});

it('desk 1.12: eight right sign-ins at once are all in, and are told no wait', async () => {
  const sent = someAttempt();
  const { check } = slowCognito();
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(sent, () => check(true))));
  expect(answers).toEqual(Array.from({ length: 8 }, () => 'in'));
});

describe('doors 7: an attempt in progress', () => {
  it('makes the sixth wait three seconds and come back in two, not in sixteen minutes', async () => {
    const sent = someAttempt();
    for (let nth = 1; nth <= MOST; nth += 1) await table.testContext().use(consumeAttempt)(sent);
    const testContext = table.testContext();
    const sixth = testContext.use(consumeAttempt)(sent);
    await expect(sixth).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 2 });
    const waited = testContext.pauses.reduce((sum, pause) => sum + pause, 0);
    expect(waited).toBeGreaterThanOrEqual(3000);
    expect(waited).toBeLessThan(3200);
  });

  it('counts as failed after ten seconds, each by its own time', async () => {
    const sent = someAttempt();
    await table.testContext().use(consumeAttempt)(sent);
    const later = (milliseconds: number) => {
      const testContext = table.testContext();
      testContext.pass(milliseconds);
      return testContext;
    };
    for (let nth = 2; nth <= MOST; nth += 1) await later(5000).use(consumeAttempt)(sent);
    await expect(later(OPEN_MS - 1).use(consumeAttempt)(sent)).rejects.toMatchObject({ retryAfter: 2 });
    // One has failed by itself. The limit is still full, and the failure alone does not reach it.
    await expect(later(OPEN_MS).use(consumeAttempt)(sent)).rejects.toMatchObject({ retryAfter: 2 });
    // The first failed at second 10 and is forgotten at 970; all five have failed at second 15.
    await expect(later(15_000).use(consumeAttempt)(sent)).rejects.toMatchObject({ retryAfter: 970 - 15 });
    await expect(later(970_000).use(consumeAttempt)(sent)).resolves.toMatchObject({ account: sent.account });
  });

  it('that is right gives its place back and clears the failures; one that is wrong becomes a failure', async () => {
    const sent = someAttempt();
    const { context } = table.testContext();
    const wrong = () => Promise.reject(new AppError('INVALID_CREDENTIALS'));
    for (let nth = 1; nth < MOST; nth += 1) await signIn(sent, wrong);
    const failed = await countsOf(sent, context);
    expect(failed.map((count) => [count?.failures, count?.open])).toEqual([
      [4, {}],
      [4, {}],
      [4, {}],
    ]);
    expect(await signIn(sent, async () => 'in')).toBe('in');
    const cleared = await countsOf(sent, context);
    expect(cleared.map((count) => [count?.failures, count?.open])).toEqual([
      [0, {}],
      [0, {}],
      [4, {}],
    ]);
  });
});

describe('doors 7: the price of an attempt', () => {
  const price = async (sent: SentAttempt, isRight: boolean) => {
    const testContext = table.testContext();
    const wrong = () => Promise.reject(new AppError('INVALID_CREDENTIALS'));
    await signIn(sent, isRight ? async () => 'in' : wrong, testContext);
    return testContext.meter.writeUnits;
  };

  it('that is right is that of before and one for the index of a new network, and 4 WRU less with a device', async () => {
    const sent = someAttempt();
    expect([await price(sent, true), await price(sent, true)]).toEqual([15, 8]);
    const proof = newDeviceProof(table.testContext().runtime, 'driver', sent.account);
    expect(await price({ ...sent, proof }, true)).toBe(4);
  });

  it('that is wrong is 2 WRU more for each limit', async () => {
    const sent = someAttempt();
    expect(await price(sent, false)).toBe(6 + 6);
    const proof = newDeviceProof(table.testContext().runtime, 'driver', sent.account);
    expect(await price({ ...sent, proof }, false)).toBe(2 + 2);
  });
});

test('doors 7: a temporary password is tried five times an hour, beside all other attempts', async () => {
  const sent = someAttempt();
  const testContext = table.testContext();
  const password = newTemporaryPassword(testContext.context, sent.account);
  const wrong = () => Promise.reject(new AppError('INVALID_CREDENTIALS'));
  for (let nth = 1; nth <= MOST; nth += 1) await signIn(sent, wrong);
  const statuses = [];
  for (let nth = 1; nth <= 6; nth += 1) statuses.push(await signIn({ ...sent, password }, wrong));
  expect(statuses).toEqual([
    ...Array.from({ length: MOST }, () => ['INVALID_CREDENTIALS', undefined]),
    ['TOO_MANY_REQUESTS', 3600],
  ]);
  const other = newTemporaryPassword(testContext.context, sent.account);
  expect(await signIn({ ...sent, password: other }, async () => 'in')).toBe('in');
});

test('doors 7: an administrator clears the counters of an account in every network', async () => {
  const sent = someAttempt();
  const wrong = () => Promise.reject(new AppError('INVALID_CREDENTIALS'));
  for (let nth = 1; nth <= MOST; nth += 1) await signIn(sent, wrong);
  const neighbour = someAttempt();
  await signIn(neighbour, wrong);
  await table.testContext().use(clearAttempts)('DRIVER_PASSWORD', sent.account.toUpperCase());
  expect(await signIn(sent, wrong)).toEqual(['INVALID_CREDENTIALS', undefined]);
  expect((await countsOf(neighbour, table.testContext().context))[0]).toMatchObject({ failures: 1 });
});
