const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Pauses after the first to the ninth attempt. The tenth is the last. */
const PAUSES_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/** The share by which a pause varies, so that the attempts of an outage do not return together. */
const JITTER = 0.2;

/**
 * Milliseconds until the next attempt; undefined after the last one. `random` is in [0, 1). The endpoint's own `Retry-After` makes the pause
 * longer, up to a day.
 */
export function pauseAfter(attempts: number, random: number, retryAfterMs = 0): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return undefined;
  return Math.max(Math.round(pause * (1 - JITTER + 2 * JITTER * random)), Math.min(retryAfterMs, DAY_MS));
}

/** The milliseconds of a `Retry-After`, in seconds or as a date. Another text counts as none: the schedule decides. */
export function retryAfterIn(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** A failing endpoint that is tried once a minute. */
export const RESTS_AFTER_MS = 10 * MINUTE_MS;
export const PROBE_EVERY_MS = MINUTE_MS;

/** Days of failing after which an attempt that fails disables the endpoint. */
const GIVES_UP_AFTER_MS = 5 * DAY_MS;
const GIVES_UP_FROM_ATTEMPT = 4;

export const isGivenUp = (attempt: number, failingSinceMs: number | undefined, now: number): boolean =>
  attempt >= GIVES_UP_FROM_ATTEMPT && failingSinceMs !== undefined && now - failingSinceMs >= GIVES_UP_AFTER_MS;
