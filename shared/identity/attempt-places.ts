import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import type { Change, Condition } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { incrementIf, put, type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { type CountNow, countAt, isFull, OPEN_MS, oneMore, waitOf } from './attempt-count';
import { type Attempt, type AttemptCount, type AttemptLimit, attemptCountKey, forgottenWith } from './attempt-rules';

/** The place of one attempt in progress. `rows` are the counters after the write of the place. */
export interface OpenPlace {
  readonly place: string;
  readonly limits: readonly AttemptLimit[];
  readonly rows: readonly AttemptCount[];
}

/** The time for which a request waits for the attempts in progress, and the pause between two looks. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = { least: 40, more: 120 };
/** Retry-After when only attempts in progress are in the way. */
const BUSY_SECONDS = 2;

/** Another request changed the counter since it was read. */
class CounterChanged extends Error {
  constructor(
    readonly index: number,
    readonly found: AttemptCount | undefined,
  ) {
    super('Another request changed the counter.');
  }
}

/**
 * Takes a place in all limits, or in none. The failures are a condition of the write, and so is the number of attempts in
 * progress: of two requests at the same time only one takes the last place.
 */
export async function takePlace(context: Context, limits: readonly AttemptLimit[]): Promise<OpenPlace> {
  const place = context.newId();
  let [tries, waited] = [1, 0];
  for (;;) {
    const { rows, counts } = await look(context, limits);
    if (!limits.some((limit, index) => isFull(limit, at(counts, index)))) {
      const end = context.now().getTime() + OPEN_MS;
      const after = limits.map((_, index) => withPlace(rows[index], at(counts, index), place, end));
      const steps = limits.map((limit, index) =>
        placeStep(limit, index, { before: rows[index], count: at(counts, index), after: at(after, index), place }),
      );
      if (await isWritten(context, steps)) return { place, limits, rows: after };
      await backOff(context, tries);
      tries += 1;
    } else {
      if (waited >= PATIENCE_MS) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: BUSY_SECONDS });
      const pause = PAUSE_MS.least + ((context.randomBytes(1)[0] ?? 0) * PAUSE_MS.more) / 256;
      await context.sleep(pause);
      waited += pause;
    }
  }
}

/** Counts an attempt as failed at once. */
export async function countFailure(context: Context, limits: readonly AttemptLimit[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await look(context, limits);
    const steps = limits.map((limit, index) => {
      const failed = oneMore(limit, rows[index] ?? NONE, context.now().getTime());
      const set = { ...failed, expires: failed.until };
      const refused = (found: AttemptCount | undefined) => new CounterChanged(index, found);
      const before = rows[index];
      return before === undefined
        ? put(attemptCountKey(limit), set, { exists: false }, refused)
        : update(attemptCountKey(limit), { set }, unchangedFailures(before), refused);
    });
    if (await isWritten(context, steps)) return;
    await backOff(context, tries);
  }
}

const NONE = { failures: 0, until: 0 };

/** Reads the counters. Throws TOO_MANY_REQUESTS, with the wait that the failures cause, when they reach a limit. */
async function look(context: Context, limits: readonly AttemptLimit[]) {
  const rows = await getItems(context, limits.map(attemptCountKey));
  const now = context.now();
  const counts = limits.map((limit, index) => countAt(limit, rows[index], now));
  const retryAfter = Math.max(...limits.map((limit, index) => waitOf(limit, at(counts, index), now)));
  if (retryAfter > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfter });
  return { rows, counts };
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error('Each limit has a counter.');
  return found;
}

async function isWritten(context: Context, steps: readonly Step[]): Promise<boolean> {
  try {
    await transact(context, steps);
    return true;
  } catch (failure) {
    if (!(failure instanceof CounterChanged)) throw failure;
    return false;
  }
}

const unchangedFailures = ({ failures, until }: AttemptCount): Condition => ({ equals: { failures, until } });

/** The row after the attempt took its place. Attempts whose time is over become failures in the same write. */
function withPlace(row: AttemptCount | undefined, count: CountNow, place: string, end: number): AttemptCount {
  const { failures, until, stale } = count;
  const kept = Object.entries(row?.open ?? {}).filter(([one]) => !stale.includes(one));
  const open = { ...Object.fromEntries(kept), [place]: end };
  return { failures, until, open, expires: Math.max(until, Math.ceil(end / 1000), row?.expires ?? 0) };
}

interface Placing {
  readonly before: AttemptCount | undefined;
  readonly count: CountNow;
  readonly after: AttemptCount;
  readonly place: string;
}

function placeStep(limit: AttemptLimit, index: number, { before, count, after, place }: Placing): Step {
  const key = attemptCountKey(limit);
  const refused = (found: AttemptCount | undefined) => new CounterChanged(index, found);
  const { failures, until, open = {}, expires } = after;
  if (before === undefined) return put(key, after, { exists: false }, refused);
  if (before.open === undefined)
    return update(
      key,
      { set: { failures, until, expires, open } },
      { ...unchangedFailures(before), absent: ['open'] },
      refused,
    );
  return update(
    key,
    {
      set: { failures, until, expires },
      setEntry: { open: { name: place, value: open[place] } },
      removeEntries: { open: count.stale },
    },
    // The stored map still has the stale attempts, which `count` contains too.
    { ...unchangedFailures(before), sizeAtMost: { open: limit.most - 1 - count.count + count.stale.length } },
    refused,
  );
}

/** Turns an attempt in progress into a failure. Without an answer of the table it becomes one by itself after its time. */
export async function closeAsFailed(context: Context, { place, limits, rows }: OpenPlace): Promise<void> {
  const known: (AttemptCount | undefined)[] = [...rows];
  for (let tries = 1; ; tries += 1) {
    const steps = limits.flatMap((limit, index) => {
      const row = known[index];
      if (row === undefined) return [];
      const { change, condition } = failureOf(limit, row, context.now());
      return [
        update(
          attemptCountKey(limit),
          { ...change, removeEntries: { open: [place] } },
          { ...condition, holds: { open: place } },
          (found) => new CounterChanged(index, found),
        ),
      ];
    });
    const changed = await changedBy(context, steps);
    if (changed === undefined) return;
    // An attempt without its place was counted as failed before, or an administrator cleared the counter.
    const { index, found } = changed;
    known[index] = found?.open?.[place] === undefined ? undefined : found;
    await backOff(context, tries);
  }
}

/** One more failure. While a window is open it is added, so that failures at the same time need not wait for each other. */
function failureOf(limit: AttemptLimit, row: AttemptCount, now: Date): { change: Change; condition: Condition } {
  const seconds = Math.floor(now.getTime() / 1000);
  const expires = seconds + (limit.refills ? limit.most + 1 : 1) * limit.seconds;
  if (row.until > seconds) {
    const add = { failures: 1, ...(limit.refills && { until: limit.seconds }) };
    return { change: { add, set: { expires } }, condition: { above: { until: seconds } } };
  }
  const set = { ...oneMore(limit, row, now.getTime()), expires };
  return { change: { set }, condition: { absentOrAtMost: { until: seconds } } };
}

/** Gives the place back, clears the failures of the account, and writes the other steps, in one transaction. */
export async function closeAsRight(
  context: Context,
  { place, limits }: OpenPlace,
  right: Attempt,
  others: readonly Step[],
): Promise<void> {
  const cleared = forgottenWith(right);
  const isCleared = (limit: AttemptLimit) => cleared.some(({ what }) => what === limit.what);
  const lost = new Set<number>();
  const set = { ...NONE, expires: Math.ceil((context.now().getTime() + OPEN_MS) / 1000) };
  for (let tries = 1; ; tries += 1) {
    const held = limits.flatMap((limit, index) =>
      lost.has(index)
        ? []
        : [
            update(
              attemptCountKey(limit),
              { ...(isCleared(limit) && { set }), removeEntries: { open: [place] } },
              { holds: { open: place } },
              (found) => new CounterChanged(index, found),
            ),
          ],
    );
    // These have no place of this attempt: other counters of the account, or one whose place was lost.
    const rest = cleared
      .filter(({ what }) => !limits.some((limit, index) => limit.what === what && !lost.has(index)))
      .map((limit) => incrementIf(attemptCountKey(limit), { set }, {}, () => new CounterChanged(0, undefined)));
    const changed = await changedBy(context, [...held, ...rest, ...others]);
    if (changed === undefined) return;
    lost.add(changed.index);
    await backOff(context, tries);
  }
}

async function changedBy(context: Context, steps: readonly Step[]): Promise<CounterChanged | undefined> {
  if (steps.length === 0) return undefined;
  try {
    await transact(context, steps);
    return undefined;
  } catch (failure) {
    if (failure instanceof CounterChanged) return failure;
    throw failure;
  }
}
