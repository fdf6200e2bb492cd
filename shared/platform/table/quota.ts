import * as v from 'valibot';
import { AppError } from '../errors';
import type { Context } from '../runtime/context';
import type { Text } from '../values/text';
import { key, TIME_TO_LIVE } from './keys';
import { incrementIf } from './steps';
import { writeOne } from './write';

const DAY_SECONDS = 24 * 60 * 60;

/** The day (UTC) of an instant. Quotas begin anew with it. */
export const quotaDay = (now: Date): string => now.toISOString().slice(0, 10);

/** Seconds until the quotas begin anew. */
export const secondsToNextDay = (now: Date): number => DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS);

/** The uses of one thing on one day, by one account. */
const DayCount = v.object({ used: v.number(), [TIME_TO_LIVE]: v.number() });
export const dayCountKey = (userId: string, what: string, day: string) =>
  key(DayCount, `QUOTA#USER#${userId}`, `DAY#${day}#${what}`);

/** The uses of one thing on one day, by a team. */
export const teamDayCountKey = (teamId: string, what: string, day: string) =>
  key(DayCount, `QUOTA#TEAM#${teamId}`, `DAY#${day}#${what}`);

interface Quota {
  readonly what: string;
  readonly most: number;
  readonly message: Text;
}

/** As {@link spendDaily}, for the limit of a team. */
export const spendDailyOfTeam = (context: Context, { teamId, ...quota }: Quota & { teamId: string }): Promise<void> =>
  spend(context, teamDayCountKey(teamId, quota.what, quotaDay(context.now())), quota);

const HOUR_SECONDS = 60 * 60;

/** As {@link spendDailyOfTeam}, for the limit of an hour. Its row is that of the hour in place of the day. */
export const spendHourlyOfTeam = (
  context: Context,
  { teamId, ...quota }: Quota & { teamId: string },
): Promise<void> => {
  const now = context.now();
  const retryAfter = HOUR_SECONDS - (Math.floor(now.getTime() / 1000) % HOUR_SECONDS);
  return spend(context, teamDayCountKey(teamId, quota.what, now.toISOString().slice(0, 13)), quota, retryAfter);
};

/**
 * Counts one use against an account's limit of the day, before the use. Above the limit it throws TOO_MANY_REQUESTS.
 * The limit is a condition of the write. A use that fails afterwards stays counted.
 */
export const spendDaily = (context: Context, { userId, ...quota }: Quota & { userId: string }): Promise<void> =>
  spend(context, dayCountKey(userId, quota.what, quotaDay(context.now())), quota);

async function spend(
  context: Context,
  countKey: ReturnType<typeof dayCountKey>,
  { most, message }: Quota,
  retryAfter = secondsToNextDay(context.now()),
): Promise<void> {
  const now = context.now();
  const expires = Math.floor(now.getTime() / 1000) + 2 * DAY_SECONDS;
  const change = { add: { used: 1 }, set: { [TIME_TO_LIVE]: expires } };
  const refused = () => new AppError('TOO_MANY_REQUESTS', { retryAfter, most, message });
  await writeOne(context, incrementIf(countKey, change, { absentOrAtMost: { used: most - 1 } }, refused));
}
