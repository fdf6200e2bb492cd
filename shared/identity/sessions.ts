import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import type { User } from '../teams/user';
import { type IssuedTokens, sessionOfTokens } from './cognito/issued-tokens';
import { refreshDriver, refreshStaff } from './cognito/sign-in';
import { deviceFamily } from './device-family';
import { openRefreshToken, sealRefreshToken } from './refresh-token';
import { IDLE_SECONDS, type ListedSession, type SessionOfPerson, sessionKey } from './session-record';
import { readSessions } from './session-rows';

type Pool = SessionOfPerson['pool'];

/** Begins the session of a staff sign-in and returns the tokens for the client, with a refresh token of this service. */
export const beginStaffSession = capability({ table: ['UpdateItem'], tableKeys: ['USER#'] }, beginIn('staff'));

/** Begins the session of a driver's sign-in, like {@link beginStaffSession}. */
export const beginDriverSession = capability({ table: ['UpdateItem'], tableKeys: ['DRIVER#'] }, beginIn('drivers'));

function beginIn(pool: Pool) {
  return (context: Context) =>
    async (tokens: IssuedTokens, userAgent: string): Promise<IssuedTokens> => {
      const { personId, sessionId, startedAt, teamId } = sessionOfTokens(tokens, pool);
      const session = { pool, personId, sessionId };
      const lastSeenAt = context.now().toISOString();
      const device = deviceFamily(userAgent);
      const set = { id: sessionId, startedAt, lastSeenAt, device, teamId, [TIME_TO_LIVE]: idleEnd(context, pool) };
      await writeOne(
        context,
        update(sessionKey(session), { set }, { exists: undefined }, () => new Error('This write has no condition.')),
      );
      return withOurs(context, session, tokens);
    };
}

const secondsNow = (context: Context): number => Math.floor(context.now().getTime() / 1000);
const idleEnd = (context: Context, pool: Pool): number => secondsNow(context) + IDLE_SECONDS[pool];

const withOurs = (context: Context, session: SessionOfPerson, tokens: IssuedTokens): IssuedTokens => ({
  ...tokens,
  refreshToken: sealRefreshToken(context.environment, { ...session, token: tokens.refreshToken }),
});

/** Notes a renewal in the session's record, which is also its check. */
const noteRenewal = (context: Context) => async (session: SessionOfPerson) => {
  const now = secondsNow(context);
  const hour = Math.floor(now / HOUR_SECONDS);
  const set = { lastSeenAt: context.now().toISOString(), [TIME_TO_LIVE]: idleEnd(context, session.pool) };
  const change = { set, add: { [renewalsOf(hour)]: 1 }, remove: PAST_HOURS.map((past) => renewalsOf(hour - past)) };
  const condition = { above: { [TIME_TO_LIVE]: now }, absentOrAtMost: { [renewalsOf(hour)]: MOST_RENEWALS - 1 } };
  await writeOne(
    context,
    update(sessionKey(session), change, condition, (found) =>
      found === undefined || found[TIME_TO_LIVE] <= now
        ? new AppError('UNAUTHENTICATED')
        : new AppError('TOO_MANY_REQUESTS', { retryAfter: (hour + 1) * HOUR_SECONDS - now, most: MOST_RENEWALS }),
    ),
  );
};

const noteStaffRenewal = capability({ table: ['UpdateItem'], tableKeys: ['USER#'] }, noteRenewal);
const noteDriverRenewal = capability({ table: ['UpdateItem'], tableKeys: ['DRIVER#'] }, noteRenewal);

const HOUR_SECONDS = 60 * 60;
const MOST_RENEWALS = 30;

/**
 * The counter of one hour. Each hour has an attribute of its own, so that one conditional update counts and checks:
 * a single counter would need a second write at the beginning of each hour.
 */
const renewalsOf = (hour: number): string => `renewals#${hour}`;

/** A renewal removes the counters of the day before it. Those of a session that rests longer stay: 30 at most. */
const PAST_HOURS = Array.from({ length: 24 }, (_, index) => index + 1);

/**
 * Renews a staff session. Throws UNAUTHENTICATED for a text that is not a refresh token of this pool, for an ended or
 * idle session and for a token that Cognito refuses, and TOO_MANY_REQUESTS after 30 renewals in one hour.
 */
export const renewStaffSession = capability.of(
  { noteRenewal: noteStaffRenewal, refresh: refreshStaff },
  renewIn('staff'),
);

/** Renews a driver's session, like {@link renewStaffSession}. */
export const renewDriverSession = capability.of(
  { noteRenewal: noteDriverRenewal, refresh: refreshDriver },
  renewIn('drivers'),
);

interface Renewing {
  readonly noteRenewal: (session: SessionOfPerson) => Promise<void>;
  readonly refresh: (token: string) => Promise<IssuedTokens>;
}

function renewIn(pool: Pool) {
  return (deps: Renewing, context: Context) =>
    async (refreshToken: string): Promise<IssuedTokens> => {
      const open = openRefreshToken(context.environment, pool, refreshToken);
      if (open === undefined) throw new AppError('UNAUTHENTICATED');
      await deps.noteRenewal(open);
      return withOurs(context, open, await deps.refresh(open.token));
    };
}

/** Lists the sessions of a user that are not over, the latest first. */
export const listSessions = capability(
  { table: ['Query'], tableKeys: ['USER#'] },
  (context) =>
    async (user: User, currentId: string): Promise<ListedSession[]> => {
      const sessions = await readSessions(context, user);
      return sessions
        .map(({ id, startedAt, lastSeenAt, device }) => ({
          ...{ id, startedAt, lastSeenAt, device },
          current: id === currentId,
        }))
        .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
    },
);
