import { AppError } from '../errors';
import type { Context } from '../runtime/context';

/**
 * Tries of one transaction: on one hot counter item 50 calls at once are refused 98 % of the time with one try and 0.02 % with ten
 * (full jitter, base 25 ms). Fifty payments of one trip also read the trip again each time: with ten tries 29 % of them gave up, with twenty
 * 0.1 to 0.2 %, with these none of 10,000 (docs/decisions/0006).
 */
export const MAXIMUM_TRIES = 25;

const BASE_MS = 25;
const LONGEST_PAUSE_MS = 1_500;
/** Below this there is no time left for another round trip and an answer. */
const LEAST_REMAINING_MS = 1_000;

/**
 * Waits before try number `tries` (1 is the first again) with full jitter. Gives up as UNAVAILABLE when the tries or the time are used up:
 * contention is never answered as a 404 or a 409. Source: AWS Architecture Blog, "Exponential Backoff And Jitter".
 */
export async function backOff(context: Context, tries: number, cause?: unknown): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, BASE_MS * 2 ** tries);
  const pause = (longest * ((context.randomBytes(1)[0] ?? 0) + 1)) / 256;
  if (tries >= MAXIMUM_TRIES || context.remaining() - pause < LEAST_REMAINING_MS) {
    throw new AppError('UNAVAILABLE', { retryAfter: 1, cause });
  }
  await context.sleep(pause);
}
