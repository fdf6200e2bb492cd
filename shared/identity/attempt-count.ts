import type { AttemptCount, AttemptLimit } from './attempt-rules';

/** An attempt in progress is valid for this time. Then it counts as failed: its function has ended without an answer. */
export const OPEN_MS = 10_000;

type Failures = Pick<AttemptCount, 'failures' | 'until'>;

/** The state of a counter at an instant. */
export interface CountNow extends Failures {
  /** Failures that still count, the stale attempts among them. */
  readonly count: number;
  /** Attempts in progress. */
  readonly open: number;
  /** Attempts whose time is over. `failures` and `until` contain them. */
  readonly stale: readonly string[];
}

export function countAt(limit: AttemptLimit, row: AttemptCount | undefined, now: Date): CountNow {
  const stored = { failures: row?.failures ?? 0, until: row?.until ?? 0 };
  const places = Object.entries(row?.open ?? {}).sort(([, one], [, other]) => one - other);
  const stale = places.filter(([, end]) => end <= now.getTime());
  const failed = stale.reduce<Failures>((failures, [, end]) => oneMore(limit, failures, end), stored);
  return {
    ...failed,
    count: countOf(limit, failed, now.getTime()),
    open: places.length - stale.length,
    stale: stale.map(([place]) => place),
  };
}

/** The failures after one more at the instant. */
export function oneMore(limit: AttemptLimit, failures: Failures, milliseconds: number): Failures {
  const seconds = Math.floor(milliseconds / 1000);
  const isOver = failures.until <= seconds;
  return {
    failures: (isOver ? 0 : failures.failures) + 1,
    until: isOver ? seconds + limit.seconds : limit.refills ? failures.until + limit.seconds : failures.until,
  };
}

/** A refilling limit forgets one failure after every `seconds`, so that the time left determines their number. */
function countOf({ refills, seconds }: AttemptLimit, { failures, until }: Failures, milliseconds: number): number {
  const left = until - Math.floor(milliseconds / 1000);
  if (left <= 0) return 0;
  return refills ? Math.ceil(left / seconds) : failures;
}

/** Seconds until the failures alone allow an attempt. 0 when they allow one now. */
export function waitOf(limit: AttemptLimit, { count, until }: CountNow, now: Date): number {
  if (count < limit.most) return 0;
  const left = until - Math.floor(now.getTime() / 1000);
  return limit.refills ? left - (limit.most - 1) * limit.seconds : left;
}

/** True when attempts in progress take the rest of the limit. */
export const isFull = ({ most }: AttemptLimit, { count, open }: CountNow): boolean => count + open >= most;
