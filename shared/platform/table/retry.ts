import { AppError } from '../errors';
import type { Context } from '../runtime/context';

/**
 * The maximum number of attempts of one transaction. When 50 concurrent calls increment one counter item, 98 % fail
 * with one attempt and 0.02 % with ten (full jitter, base 25 ms). Fifty concurrent payments of one trip also read the
 * trip again before each attempt: 29 % fail with ten attempts, 0.1 to 0.2 % with twenty, and 0 of 10,000 with this
 * number (docs/decisions/0006).
 */
export const MAXIMUM_TRIES = 25;

const BASE_MS = 25;
const LONGEST_PAUSE_MS = 1_500;
/** With less time left, neither another round trip nor an answer would be possible. */
const LEAST_REMAINING_MS = 1_000;

/**
 * Waits with full jitter before attempt number `tries` + 1. Throws UNAVAILABLE when the attempts or the time are used
 * up: contention never becomes a 404 or a 409. Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
 */
export async function backOff(context: Context, tries: number, cause?: unknown): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, BASE_MS * 2 ** tries);
  const pause = (longest * ((context.randomBytes(1)[0] ?? 0) + 1)) / 256;
  if (tries >= MAXIMUM_TRIES || context.remaining() - pause < LEAST_REMAINING_MS) {
    throw new AppError('UNAVAILABLE', { retryAfter: 1, cause });
  }
  await context.sleep(pause);
}

/**
 * Does the work again, after a pause, while its failure says that another call changed what it had read. Every other failure ends it. UNAVAILABLE when the attempts
 * are used up, as {@link backOff} says.
 */
export async function againWhile<T>(
  context: Context,
  isStale: (failure: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (failure) {
      if (!isStale(failure)) throw failure;
      await backOff(context, tries, failure);
    }
  }
}
