import { Refusal } from '../domain/refusal';
import type { Context } from '../runtime/context';
import { attemptsKey, TIME_TO_LIVE } from './keys';
import { countUpTo } from './steps';
import { transact } from './transact';

const HOUR_SECONDS = 60 * 60;

/** Counts one try of something in the present hour of the clock, before it is tried; past the limit TOO_MANY_REQUESTS. */
export async function countAttempt(context: Context, what: string, limit: number): Promise<void> {
  const seconds = Math.floor(context.now().getTime() / 1000);
  const hour = Math.floor(seconds / HOUR_SECONDS);
  const ends = (hour + 1) * HOUR_SECONDS;
  const step = countUpTo(
    attemptsKey(what, hour),
    { add: { attempts: 1 }, set: { [TIME_TO_LIVE]: ends + HOUR_SECONDS } },
    { absentOrAtMost: { attempts: limit - 1 } },
    () => new Refusal('TOO_MANY_REQUESTS', { retryAfter: ends - seconds }),
  );
  await transact(context, [step]);
}
