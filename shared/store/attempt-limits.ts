import { type AttemptLimit, joinLimits, noticeLimits, recoveryLimits } from '../domain/attempts';
import { Refusal } from '../domain/refusal';
import { capability } from '../runtime/capability';
import type { Context } from '../runtime/context';
import type { TableAction } from '../runtime/rights';
import { attemptCountKey, TIME_TO_LIVE } from './keys';
import { getItems } from './read';
import { backOff } from './retry';
import { countUpTo, put, type Step } from './steps';
import { transact } from './transact';

const COUNT_RIGHTS: readonly TableAction[] = ['BatchGetItem', 'PutItem', 'UpdateItem'];

/** Counts one try to recover a sign-in, before anybody is asked about it. TOO_MANY_REQUESTS past a limit, for whatever address. */
export const countRecovery = capability(
  { table: COUNT_RIGHTS },
  (context) => (email: string, sourceIp: string) => countTry(context, recoveryLimits(email, sourceIp)),
);

/** Counts a notice to an address; false when it has had its share of the day. */
export const mayNotify = capability({ table: COUNT_RIGHTS }, (context) => async (email: string): Promise<boolean> => {
  try {
    await countTry(context, noticeLimits(email));
    return true;
  } catch (failure) {
    if (failure instanceof Refusal && failure.code === 'TOO_MANY_REQUESTS') return false;
    throw failure;
  }
});

/** Counts one try of a join code, before it is looked up. TOO_MANY_REQUESTS past the limit. */
export const countJoinTry = capability(
  { table: COUNT_RIGHTS },
  (context) => (userId: string) => countTry(context, joinLimits(userId)),
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
async function countTry(context: Context, limits: readonly AttemptLimit[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const now = Math.floor(context.now().getTime() / 1000);
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

/** Past a limit, 429 until the last of the reached ones opens again. */
function refuseBeyond(limits: readonly AttemptLimit[], open: readonly (Found | undefined)[], now: number): void {
  const waits = limits.flatMap(({ most }, index) => {
    const count = open[index];
    return count && count.attempts >= most ? [count.expires - now] : [];
  });
  if (waits.length > 0) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.max(...waits) });
}

function countStep({ what, most, seconds }: AttemptLimit, open: Found | undefined, now: number): Step {
  const key = attemptCountKey(what);
  const refused = () => new CountedMeanwhile();
  if (open === undefined) {
    const first = { attempts: 1, [TIME_TO_LIVE]: now + seconds };
    return put(key, first, { absentOrAtMost: { [TIME_TO_LIVE]: now } }, refused);
  }
  return countUpTo(
    key,
    { add: { attempts: 1 } },
    { above: { [TIME_TO_LIVE]: now }, absentOrAtMost: { attempts: most - 1 } },
    refused,
  );
}
