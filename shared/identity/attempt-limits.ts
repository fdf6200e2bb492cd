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

/** So long an account is at home in a network that it has signed in from. */
const HOME_SECONDS = 90 * 24 * 60 * 60;

/** A try that was counted, with what was counted for it. */
export interface CountedTry extends Attempt {
  readonly limits: readonly AttemptLimit[];
}

/** Counts one try, before anybody is asked about it. TOO_MANY_REQUESTS past a limit, the same for an account that there is not. */
export const consumeAttempt = capability(
  { table: ['GetItem', ...COUNT_PERMISSIONS] },
  (context) => async (tried: Attempt) => {
    const home = await getItem(context, homeNetworkKey(homeOf(tried)));
    const limits = limitsOf(tried, home !== undefined && home.expires > secondsNow(context));
    await countOnce(context, limits);
    return { ...tried, limits };
  },
);

/**
 * Takes back what was counted for a try that was right, so that only wrong ones use up a limit; those of the account are forgotten altogether.
 * With `isIn` the account is at home in that network from now on.
 */
export const refundAttempt = capability(
  { table: ['DeleteItem', 'PutItem', 'UpdateItem'] },
  (context) =>
    async (counted: CountedTry, { isIn }: { isIn: boolean }) => {
      const [, , network] = counted.limits;
      const expires = secondsNow(context) + HOME_SECONDS;
      await transact(context, [
        ...forgottenWith(counted).map(({ what }) => deleteIfPresent(attemptCountKey(what))),
        ...(isIn ? [put(homeNetworkKey(homeOf(counted)), { expires }, {}, () => new CountedMeanwhile())] : []),
      ]);
      if (network) await takeBack(context, network);
    },
);

/** A window that has ended meanwhile has nothing to take back from. */
async function takeBack(context: Context, { what }: AttemptLimit): Promise<void> {
  const isOpen = { above: { [TIME_TO_LIVE]: secondsNow(context) } };
  const step = incrementIf(attemptCountKey(what), { add: { attempts: -1 } }, isOpen, () => new CountedMeanwhile());
  await transact(context, [step]).catch((failure: unknown) => {
    if (!(failure instanceof CountedMeanwhile)) throw failure;
  });
}

const secondsNow = (context: Context): number => Math.floor(context.now().getTime() / 1000);

/** Counts a notice to an address; false when it has had its share of the day. */
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

/** Counts one try of a join code, before it is looked up. TOO_MANY_REQUESTS past the limit. */
export const countJoinTry = capability(
  { table: COUNT_PERMISSIONS },
  (context) => (userId: string, sourceIp: string) => countOnce(context, joinLimits(userId, sourceIp)),
);

/** Counts one code of the caller's own authenticator app, before it is looked at. TOO_MANY_REQUESTS past the limit. */
export const countOwnCode = capability(
  { table: COUNT_PERMISSIONS },
  (context) => (userId: string) => countOnce(context, ownFactorLimits(userId)),
);

/** A counter that the read found is another by now: somebody else counted meanwhile. */
class CountedMeanwhile extends Error {}

interface Found {
  readonly attempts: number;
  readonly expires: number;
}

/**
 * Counts one try against all limits, or against none where one of them is reached: a refused try does not count. The read only tells which
 * windows are open; limit and end of the window are conditions of the write, because the time-to-live removes rows days late and two tries
 * at once must not both be the last.
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
      if (!(failure instanceof CountedMeanwhile)) throw failure;
      await backOff(context, tries, failure);
    }
  }
}

const openWindow = (count: Found | undefined, now: number): Found | undefined =>
  count && count.expires > now ? count : undefined;

/** Past a limit, 429 until the last of the reached ones has a try again. */
function refuseBeyond(limits: readonly AttemptLimit[], open: readonly (Found | undefined)[], now: number): void {
  const waits = limits.flatMap((limit, index) => {
    const count = open[index];
    return count && isReached(limit, count, now) ? [count.expires - now - spareSeconds(limit)] : [];
  });
  if (waits.length > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: Math.max(...waits) });
}

const isReached = (limit: AttemptLimit, { attempts, expires }: Found, now: number): boolean =>
  limit.refills ? expires - now > spareSeconds(limit) : attempts >= limit.most;

/** So far ahead a refilling counter may be for one more try: each puts its end off by the time in which one comes back. */
const spareSeconds = ({ refills, most, seconds }: AttemptLimit): number => (refills ? (most - 1) * seconds : 0);

function countStep(limit: AttemptLimit, open: Found | undefined, now: number): Step {
  const { what, most, seconds, refills } = limit;
  const key = attemptCountKey(what);
  const refused = () => new CountedMeanwhile();
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
