import type * as v from 'valibot';
import { driverKey } from '../fleet/driver';
import { writeWithPosition } from '../fleet/end-driver-sessions';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { Permissions } from '../platform/runtime/permissions';
import { type Condition, unchanged } from '../platform/table/expression';
import type { ItemKey } from '../platform/table/keys';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { type Step, update } from '../platform/table/steps';
import { deleteOne, writeOne } from '../platform/table/write';
import { limitsWithEnded, type SessionLimits, sessionLimitsOf } from '../platform/values/session-limits';
import { membershipKey } from '../teams/team';
import { inEachTeam } from '../teams/teams-of-user';
import { userKey } from '../teams/user';
import { type SessionOfPerson, type SessionRecord, sessionKey } from './session-record';
import { END_SESSIONS_PERMISSIONS, endAllSessions } from './session-revocation';

const END_SESSION_PERMISSIONS: Permissions = {
  ...END_SESSIONS_PERMISSIONS,
  tableKeys: ['DRIVER#', 'JOIN_CODE#', 'TEAM#', 'USER#'],
};

/**
 * Ends one session: its access tokens are refused at once, and it cannot be renewed. The records that every operation of
 * the person reads remember its identifier. Its own record is deleted last, so that a repeated call completes one that
 * was interrupted. A session without a record has ended.
 */
export const endSession = capability(END_SESSION_PERMISSIONS, (context) => async (session: SessionOfPerson) => {
  const record = await getItem(context, sessionKey(session));
  if (record === undefined) return;
  if (session.pool === 'staff') await endForUser(context, session);
  else await endForDriver(context, session, record);
  await deleteOne(context, sessionKey(session));
});

async function endForUser(context: Context, { personId: userId, sessionId }: SessionOfPerson): Promise<void> {
  const limits = await rememberEnded(context, userKey(userId), sessionId);
  if (limits !== undefined && limits.endedSessions === undefined) {
    // Too many single sessions were ended within an hour to remember each of them.
    await endAllSessions(context, { userId, action: 'SESSIONS_ENDED', keptSession: '', actorId: userId });
    return;
  }
  await inEachTeam(context, userId, async (teamId) => {
    await rememberEnded(context, membershipKey(teamId, userId), sessionId);
  });
}

/** A ping does not read the driver's record, so the position of the driver's trip gets the end in the same transaction. */
async function endForDriver(
  context: Context,
  { personId, sessionId }: SessionOfPerson,
  { teamId = '' }: SessionRecord,
): Promise<void> {
  const key = driverKey(teamId, personId);
  const stored = await getItem(context, key);
  await retryOnConflict(context, stored, async (driver, changed) => {
    const limits = driver && limitsWithEnded(driver, sessionId, context.now());
    if (driver === undefined || limits === undefined) return;
    const step = limitsStep(key, limits, unchanged(driver, [...LIMITS, 'tripId']), changed);
    await writeWithPosition(context, driver, step);
  });
}

type Limited = ItemKey<v.GenericSchema<unknown, SessionLimits>>;

/** Adds an ended session to a record and returns the new limits. Undefined if the record has them, or does not exist. */
async function rememberEnded(context: Context, key: Limited, id: string): Promise<SessionLimits | undefined> {
  const stored = await getItem(context, key);
  return retryOnConflict(context, stored, async (record, changed) => {
    const limits = record && limitsWithEnded(record, id, context.now());
    if (record === undefined || limits === undefined) return undefined;
    await writeOne(context, limitsStep(key, limits, unchanged(record, LIMITS), changed));
    return limits;
  });
}

const LIMITS = ['sessionsValidFrom', 'keptSession', 'endedSessions'] as const;

function limitsStep<S extends v.GenericSchema>(
  key: ItemKey<S>,
  limits: SessionLimits,
  condition: Condition,
  changed: (found: v.InferOutput<S> | undefined) => Error,
): Step {
  const set = sessionLimitsOf(limits);
  const remove = LIMITS.filter((field) => set[field] === undefined);
  return update(key, { set, remove }, condition, changed);
}
