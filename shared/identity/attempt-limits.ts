import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { TableAction } from '../platform/runtime/permissions';
import { getItem, queryItems } from '../platform/table/read';
import { deleteIfPresent, put, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { closeAsFailed, closeAsRight, countFailure, type OpenPlace, takePlace } from './attempt-places';
import {
  type Attempt,
  type AttemptLimit,
  attemptCountsOf,
  counterGroup,
  type Guarded,
  homeNetworkIndexes,
  homeNetworkKey,
  homeOf,
  isOfDrivers,
  joinLimits,
  limitsOf,
  mailedCodeLimits,
  networkOf,
  noticeLimits,
  ownFactorLimits,
  ownMailedCodeLimits,
  signInNameOf,
} from './attempt-rules';
import { deviceOf } from './device-proof';
import { temporaryPasswordDigest } from './temporary-password';

const COUNT_PERMISSIONS: readonly TableAction[] = ['BatchGetItem', 'PutItem', 'UpdateItem'];

/** A network counts as known to an account for ninety days after a sign-in from it. */
const HOME_SECONDS = 90 * 24 * 60 * 60;

/** An attempt with the proofs that its sender gave. */
export interface SentAttempt extends Omit<Attempt, 'device' | 'temporary'> {
  /** A device proof: of the cookie, or of the body. It counts only if this service made it for the account. */
  readonly proof?: string | undefined;
  /** The sent password, for attempts that can be made with a temporary one. */
  readonly password?: string | undefined;
}

/** An attempt in progress: its place in each limit, which it must give back. */
interface CountedTry extends Attempt, OpenPlace {
  /** True for a device or a network from which the account has signed in. */
  readonly isKnown: boolean;
  /** Waits for the check of the attempt. If it throws, the attempt counts as failed. */
  readonly checked: <T>(check: Promise<T>) => Promise<T>;
}

/**
 * Takes a place for one attempt before it is checked. Above a limit it throws TOO_MANY_REQUESTS, also for an account that
 * does not exist. Attempts in progress make it wait, so that correct attempts at the same time all succeed.
 */
export const consumeAttempt = capability(
  { table: ['GetItem', ...COUNT_PERMISSIONS], tableKeys: ['ATTEMPTS#', 'HOME_NETWORK#'] },
  (context) =>
    async (sent: SentAttempt): Promise<CountedTry> => {
      const { attempt, limits, isKnown } = await recognise(context, sent);
      const place = await takePlace(context, limits);
      const checked = <T>(check: Promise<T>): Promise<T> =>
        check.catch(async (failure: unknown) => {
          await closeAsFailed(context, place).catch(ignoreBusy);
          throw failure;
        });
      return { ...attempt, ...place, isKnown, checked };
    },
);

/** The attempt with its valid proofs, its limits, and whether it comes from a device or a network of the account. */
async function recognise(context: Context, { proof, password, ...sent }: SentAttempt) {
  const attempt: Attempt = { ...sent, ...proofsOf(context, sent, proof, password) };
  const isProven = attempt.device !== undefined || attempt.temporary !== undefined;
  const home = isProven ? undefined : await getItem(context, homeNetworkKey(homeOf(attempt)));
  const isHome = home !== undefined && home.expires > secondsNow(context);
  return { attempt, limits: limitsOf(attempt, isHome), isKnown: isProven || isHome };
}

/** A place that could not be closed becomes a failure by itself after its time. */
function ignoreBusy(failure: unknown): void {
  if (!(failure instanceof AppError) || failure.code !== 'UNAVAILABLE') throw failure;
}

function proofsOf(
  context: Context,
  { of, account }: Pick<Attempt, 'of' | 'account'>,
  proof: string | undefined,
  password: string | undefined,
): Pick<Attempt, 'device' | 'temporary'> {
  const kind = isOfDrivers(of) ? 'driver' : 'staff';
  return {
    device: proof === undefined ? undefined : deviceOf(context.environment, kind, account, proof, context.now()),
    temporary:
      password !== undefined && isOfDrivers(of)
        ? temporaryPasswordDigest(context.environment, account, password)
        : undefined,
  };
}

/** Counts an attempt that is not checked, such as a mail. Above a limit it throws TOO_MANY_REQUESTS. */
export const countAttempt = capability(
  { table: ['GetItem', ...COUNT_PERMISSIONS], tableKeys: ['ATTEMPTS#', 'HOME_NETWORK#'] },
  (context) =>
    async (sent: SentAttempt): Promise<Pick<CountedTry, 'isKnown'>> => {
      const { limits, isKnown } = await recognise(context, sent);
      await countFailure(context, limits);
      return { isKnown };
    },
);

/**
 * Gives the place of a successful attempt back and clears the failures of the account. With `isIn` the network becomes
 * known to the account. A device that has signed in needs no known network.
 */
export const refundAttempt = capability(
  { table: ['PutItem', 'UpdateItem'], tableKeys: ['ATTEMPTS#', 'HOME_NETWORK#'] },
  (context) =>
    async (counted: CountedTry, { isIn }: { isIn: boolean }) => {
      const expires = secondsNow(context) + HOME_SECONDS;
      const isNew = isIn && counted.device === undefined;
      const indexes = homeNetworkIndexes(signInNameOf(counted), networkOf(counted.sourceIp));
      const home: Step[] = isNew ? [put(homeNetworkKey(homeOf(counted)), { expires }, {}, unexpected, indexes)] : [];
      await closeAsRight(context, counted, counted, home);
    },
);

const unexpected = () => new Error('A condition failed for a write that has none.');

const CLEARED_AT_ONCE = 100;

/** Deletes the counters of an account in all networks, when an administrator has replaced its password. */
export const clearAttempts = capability(
  { table: ['Query', 'DeleteItem'], tableKeys: ['ATTEMPTS#'] },
  (context) => (of: Guarded, account: string) => clearCounters(context, counterGroup(of, account)),
);

/** Deletes all counters of a group. */
export async function clearCounters(context: Context, group: string): Promise<void> {
  const { pk, prefix } = attemptCountsOf(group);
  for (let after: string | undefined; ; ) {
    const { items, more } = await queryItems(context, { pk, prefix, limit: CLEARED_AT_ONCE, after });
    const keys = items.map(({ sk }) => ({ ...attemptCountsOf(group), pk, sk }));
    if (keys.length > 0) await transact(context, keys.map(deleteIfPresent));
    after = keys.at(-1)?.sk;
    if (!more || after === undefined) return;
  }
}

const secondsNow = (context: Context): number => Math.floor(context.now().getTime() / 1000);

/** Counts a notice mail to an address. Returns false when the daily limit is reached. */
export const consumeNotice = capability(
  { table: COUNT_PERMISSIONS, tableKeys: ['ATTEMPTS#'] },
  (context) => (email: string) => isWithin(context, noticeLimits(email)),
);

/**
 * Counts a mail with a code to an address. Returns false when a limit of the address is reached: the caller then mails
 * nothing and answers as always, because a refusal would reveal what others requested. From a known network or
 * device, a person gets some more mails, which strangers cannot use up.
 */
export const consumeMailedCode = capability(
  { table: COUNT_PERMISSIONS, tableKeys: ['ATTEMPTS#'] },
  (context) =>
    async (email: string, isKnown = false): Promise<boolean> =>
      (await isWithin(context, mailedCodeLimits(email))) ||
      (isKnown && (await isWithin(context, ownMailedCodeLimits(email)))),
);

async function isWithin(context: Context, limits: readonly AttemptLimit[]): Promise<boolean> {
  try {
    await countFailure(context, limits);
    return true;
  } catch (failure) {
    if (failure instanceof AppError && failure.code === 'TOO_MANY_REQUESTS') return false;
    throw failure;
  }
}

/** Counts one attempt with a join code before the code is looked up. Throws TOO_MANY_REQUESTS above the limit. */
export const countJoinTry = capability(
  { table: COUNT_PERMISSIONS, tableKeys: ['ATTEMPTS#'] },
  (context) => (userId: string, sourceIp: string) => countFailure(context, joinLimits(userId, sourceIp)),
);

/**
 * Counts one code of the caller's own authenticator app before it is checked. Throws TOO_MANY_REQUESTS above the limit.
 */
export const countOwnCode = capability(
  { table: COUNT_PERMISSIONS, tableKeys: ['ATTEMPTS#'] },
  (context) => (userId: string) => countFailure(context, ownFactorLimits(userId)),
);
