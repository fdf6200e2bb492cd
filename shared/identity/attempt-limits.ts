import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { TableAction } from '../platform/runtime/permissions';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { getItem, getItems } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { deleteIfPresent, incrementIf, put, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import {
  type Attempt,
  type AttemptLimit,
  attemptCountKey,
  forgottenWith,
  homeNetworkKey,
  homeOf,
  joinLimits,
  limitsOf,
  noticeLimits,
  ownFactorLimits,
} from './attempt-rules';

const COUNT_PERMISSIONS: readonly TableAction[] = ['BatchGetItem', 'PutItem', 'UpdateItem'];

/** A network counts as known to an account for ninety days after a sign-in from it. */
const HOME_SECONDS = 90 * 24 * 60 * 60;

/** A counted attempt with its limits. */
export interface CountedTry extends Attempt {
  readonly limits: readonly AttemptLimit[];
}

/**
 * Counts one attempt before it is checked. Above a limit it throws TOO_MANY_REQUESTS, also for an account that does not
 * exist.
 */
export const consumeAttempt = capability(
  { table: ['GetItem', ...COUNT_PERMISSIONS] },
  (context) => async (attempt: Attempt) => {
    const home = await getItem(context, homeNetworkKey(homeOf(attempt)));
    const limits = limitsOf(attempt, home !== undefined && home.expires > secondsNow(context));
    await countOnce(context, limits);
    return { ...attempt, limits };
  },
);

/**
 * Undoes the count of a successful attempt, so that only failed ones use up a limit. The account's counters are
 * deleted. With `isIn` the network becomes known to the account.
 */
export const refundAttempt = capability(
  { table: ['DeleteItem', 'PutItem', 'UpdateItem'] },
  (context) =>
    async (counted: CountedTry, { isIn }: { isIn: boolean }) => {
      const [, , network] = counted.limits;
      const expires = secondsNow(context) + HOME_SECONDS;
      await transact(context, [
        ...forgottenWith(counted).map(({ what }) => deleteIfPresent(attemptCountKey(what))),
        ...(isIn ? [put(homeNetworkKey(homeOf(counted)), { expires }, {}, () => new CounterChanged())] : []),
      ]);
      if (network) await decrement(context, network);
    },
);

/** Decrements the network's counter. If its window has ended, there is nothing to undo. */
async function decrement(context: Context, { what }: AttemptLimit): Promise<void> {
  const isOpen = { above: { [TIME_TO_LIVE]: secondsNow(context) } };
  const step = incrementIf(attemptCountKey(what), { add: { attempts: -1 } }, isOpen, () => new CounterChanged());
  await transact(context, [step]).catch((failure: unknown) => {
    if (!(failure instanceof CounterChanged)) throw failure;
  });
}

const secondsNow = (context: Context): number => Math.floor(context.now().getTime() / 1000);

/** Counts a notice mail to an address. Returns false when the daily limit is reached. */
export const consumeNotice = capability(
  { table: COUNT_PERMISSIONS },
  (context) =>
    async (email: string): Promise<boolean> => {
      try {
        await countOnce(context, noticeLimits(email));
        return true;
      } catch (failure) {
        if (failure instanceof AppError && failure.code === 'TOO_MANY_REQUESTS') return false;
        throw failure;
      }
    },
);

/** Counts one attempt with a join code before the code is looked up. Throws TOO_MANY_REQUESTS above the limit. */
export const countJoinTry = capability(
  { table: COUNT_PERMISSIONS },
  (context) => (userId: string, sourceIp: string) => countOnce(context, joinLimits(userId, sourceIp)),
);

/**
 * Counts one code of the caller's own authenticator app before it is checked. Throws TOO_MANY_REQUESTS above the limit.
 */
export const countOwnCode = capability(
  { table: COUNT_PERMISSIONS },
  (context) => (userId: string) => countOnce(context, ownFactorLimits(userId)),
);

/** Another request changed the counter since it was read. */
class CounterChanged extends Error {}

interface Count {
  readonly attempts: number;
  readonly expires: number;
}

/**
 * Counts one attempt against all limits, or against none if one of them is reached: a refused attempt does not count.
 * The read only finds the open windows. Limit and end of the window are conditions of the write, because DynamoDB
 * removes expired rows days late, and of two concurrent attempts only one may be the last.
 */
async function countOnce(context: Context, limits: readonly AttemptLimit[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const now = secondsNow(context);
    const counts = await getItems(
      context,
      limits.map(({ what }) => attemptCountKey(what)),
    );
    const open = limits.map((_, index) => openWindow(counts[index], now));
    refuseBeyond(limits, open, now);
    try {
      return await transact(
        context,
        limits.map((limit, index) => countStep(limit, open[index], now)),
      );
    } catch (failure) {
      if (!(failure instanceof CounterChanged)) throw failure;
      await backOff(context, tries, failure);
    }
  }
}

const openWindow = (count: Count | undefined, now: number): Count | undefined =>
  count && count.expires > now ? count : undefined;

/** Above a limit: answers 429. Retry-After is the time until all reached limits allow an attempt again. */
function refuseBeyond(limits: readonly AttemptLimit[], open: readonly (Count | undefined)[], now: number): void {
  const waits = limits.flatMap((limit, index) => {
    const count = open[index];
    return count && isReached(limit, count, now) ? [count.expires - now - spareSeconds(limit)] : [];
  });
  if (waits.length > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(...waits) });
}

const isReached = (limit: AttemptLimit, { attempts, expires }: Count, now: number): boolean =>
  limit.refills ? expires - now > spareSeconds(limit) : attempts >= limit.most;

/**
 * A refilling counter stores only its end. Each attempt moves the end by `seconds`. One more attempt is allowed while
 * the end is at most this many seconds away.
 */
const spareSeconds = ({ refills, most, seconds }: AttemptLimit): number => (refills ? (most - 1) * seconds : 0);

function countStep(limit: AttemptLimit, open: Count | undefined, now: number): Step {
  const { what, most, seconds, refills } = limit;
  const key = attemptCountKey(what);
  const refused = () => new CounterChanged();
  if (open === undefined) {
    const first = { attempts: 1, [TIME_TO_LIVE]: now + seconds };
    return put(key, first, { absentOrAtMost: { [TIME_TO_LIVE]: now } }, refused);
  }
  return incrementIf(
    key,
    { add: { attempts: 1, ...(refills && { [TIME_TO_LIVE]: seconds }) } },
    {
      above: { [TIME_TO_LIVE]: now },
      absentOrAtMost: refills ? { [TIME_TO_LIVE]: now + spareSeconds(limit) } : { attempts: most - 1 },
    },
    refused,
  );
}
