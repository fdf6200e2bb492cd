import * as v from 'valibot';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { key } from '../platform/table/keys';
import { quotaDay, secondsToNextDay } from '../platform/table/quota';
import { increment, incrementIf, type Step } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import type { Text } from '../platform/values/text';

const TEAMS_A_DAY = 10;
const TEAMS_OWNED = 25;

/** The teams that an account owns, and those that it created on `day`. */
const TeamCount = v.object({
  owned: v.optional(v.number(), 0),
  day: v.optional(v.string(), ''),
  today: v.optional(v.number(), 0),
});
type TeamCount = v.InferOutput<typeof TeamCount>;
export const teamCountKey = (userId: string) => key(TeamCount, `QUOTA#USER#${userId}`, 'TEAMS');

/** Another day than the one of the counter. */
class OtherDay extends Error {}

/**
 * Counts one attempt of an account to create a team, before the creation: ten a day. An account that owns 25 teams is
 * refused here too. Above a limit it throws TOO_MANY_REQUESTS. The limits are conditions of the write.
 */
export async function spendTeam(context: Context, userId: string): Promise<void> {
  const now = context.now();
  const day = quotaDay(now);
  const countKey = teamCountKey(userId);
  const isFree = { owned: TEAMS_OWNED - 1 };
  const refused = (found: TeamCount | undefined): Error => {
    if ((found?.owned ?? 0) >= TEAMS_OWNED) return tooMany(now, OWNED_MESSAGE);
    return found?.day === day && found.today >= TEAMS_A_DAY ? tooMany(now, DAY_MESSAGE, TEAMS_A_DAY) : new OtherDay();
  };
  const first = incrementIf(
    countKey,
    { set: { day, today: 1 } },
    { differs: { day }, absentOrAtMost: isFree },
    refused,
  );
  const next = incrementIf(
    countKey,
    { add: { today: 1 } },
    { equals: { day }, absentOrAtMost: { ...isFree, today: TEAMS_A_DAY - 1 } },
    refused,
  );
  await writeOne(context, first).catch((failure: unknown) => {
    if (!(failure instanceof OtherDay)) throw failure;
    return writeOne(context, next);
  });
}

/** Counts the team as one of its owner, in the transaction that creates it: a creation that fails takes none of the 25 places. */
export const ownTeamStep = (context: Context, userId: string): Step =>
  incrementIf(teamCountKey(userId), { add: { owned: 1 } }, { absentOrAtMost: { owned: TEAMS_OWNED - 1 } }, () =>
    tooMany(context.now(), OWNED_MESSAGE),
  );

/** The steps that count a team for its new owner instead of the old one. */
export const teamHandOverSteps = (from: string, to: string): Step[] => [
  increment(teamCountKey(from), { owned: -1 }),
  increment(teamCountKey(to), { owned: 1 }),
];

const OWNED_MESSAGE = {
  en: 'An account can own 25 teams. Give one of them to another owner first.',
  es: 'Una cuenta puede ser titular de 25 empresas. Primero entregue una de ellas a otra persona.',
};
const DAY_MESSAGE = {
  en: 'An account can create 10 teams a day. Try again tomorrow.',
  es: 'Una cuenta puede crear 10 empresas al día. Vuelva a intentarlo mañana.',
};

/** `most`: the teams of a day. The teams that an account owns are no count of a period. */
const tooMany = (now: Date, message: Text, most?: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', { retryAfter: secondsToNextDay(now), most, message });
