import { auditStep } from '../audit/audit';
import type { AuditAction } from '../audit/audit-event';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { Permissions } from '../platform/runtime/permissions';
import type { Change } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { endOfSessions } from '../platform/values/session-limits';
import { rotation } from '../teams/edit-team';
import { keyReview } from '../teams/end-api-keys';
import { membershipKey, teamKey } from '../teams/team';
import { Gone, ignoreGone, inEachTeam, inLateTeams } from '../teams/teams-of-user';
import { userKey } from '../teams/user';
import { deleteEndedSessions } from './session-rows';

/** True while a recovery of this user is unfinished. */
export const isRecovering = capability(
  { table: ['GetItem'], tableKeys: ['USER#'] },
  (context) =>
    async (userId: string): Promise<boolean> => {
      const user = await getItem(context, userKey(userId));
      return user?.recoveryBegan !== undefined;
    },
);

/**
 * Records that a recovery begins, before the factor is turned off. Without this record an interrupted recovery would
 * leave the older sessions alive and no audit entry: the next attempt would meet no factor and look like a normal
 * sign-in.
 */
export const beginRecovery = capability(
  { table: ['UpdateItem'], tableKeys: ['USER#'] },
  (context) => (userId: string) => changeUser(context, userId, { set: { recoveryBegan: context.now().toISOString() } }),
);

export const endRecovery = capability(
  { table: ['UpdateItem'], tableKeys: ['USER#'] },
  (context) => (userId: string) => changeUser(context, userId, { remove: ['recoveryBegan'] }),
);

export const END_SESSIONS_PERMISSIONS: Permissions = {
  table: ['GetItem', 'Query', 'UpdateItem', 'PutItem', 'DeleteItem'],
  tableKeys: ['JOIN_CODE#', 'TEAM#', 'USER#'],
  gsi1: ['Query'],
  gsi1Keys: ['USER#'],
};

/**
 * Ends the user's sessions in this service and returns the instant before which sessions are over. The instant is
 * written to the user's record and to each membership, with an audit entry per team; every operation reads one of these
 * records.
 * `keptSession` is the identifier of the only session that goes on.
 *
 * The transaction of a team also replaces its join code: the ended session has read it, and must not join with it.
 */
export const endSessions = capability(
  END_SESSIONS_PERMISSIONS,
  (context) =>
    (userId: string, action: AuditAction, keptSession = '', actorId = userId): Promise<string> =>
      endAllSessions(context, { userId, action, keptSession, actorId }),
);

interface EndSessions {
  readonly userId: string;
  readonly action: AuditAction;
  readonly keptSession: string;
  /** The person who ends the sessions. */
  readonly actorId: string;
}

/** Like {@link endSessions}, for other capabilities with {@link END_SESSIONS_PERMISSIONS}. */
export async function endAllSessions(context: Context, ending: EndSessions): Promise<string> {
  const { userId, keptSession } = ending;
  const sessionsValidFrom = endOfSessions(context.now());
  const change = keptSession
    ? { set: { sessionsValidFrom, keptSession }, remove: ['endedSessions'] }
    : { set: { sessionsValidFrom }, remove: ['keptSession', 'endedSessions'] };
  await changeUser(context, userId, change);
  // Before the teams, one of which may fail: without its row no ended session is renewed.
  await deleteEndedSessions(context, userId, { sessionsValidFrom, keptSession });
  const seen = new Set<string>();
  const end = (teamId: string) => endInTeam(context, teamId, change, ending);
  await inEachTeam(context, userId, end, seen).finally(() => inLateTeams(context, userId, end, seen));
  return sessionsValidFrom;
}

/** After these, another person may have had the account. Its API keys go on, and the team is asked to review them. */
const TO_REVIEW: readonly AuditAction[] = ['SIGN_IN_RECOVERED', 'PASSWORD_RESET'];

/** Another member's new join code is no reason to fail: the rotation is repeated with that code. */
async function endInTeam(
  context: Context,
  teamId: string,
  change: Change,
  { userId, action, actorId }: EndSessions,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const team = await getItem(context, teamKey(teamId));
    const review = TO_REVIEW.includes(action) ? await keyReview(context, teamId, userId) : undefined;
    const set = { ...change.set, ...(review && { keysToReview: [review.id] }) };
    try {
      return await transact(context, [
        update(membershipKey(teamId, userId), { ...change, set }, {}, () => new Gone()),
        ...(team ? rotation(context, team).steps : []),
        ...(review?.steps ?? []),
        auditStep(context, { id: actorId, teamId }, { entityType: 'USER', entityId: userId, action }),
      ]);
    } catch (failure) {
      if (!(failure instanceof AppError) || failure.code !== 'CONFLICT') throw failure;
      await backOff(context, tries, failure);
    }
  }
}
/**
 * Waits until sessions that begin now are valid: a sign-in within the second that {@link endSessions} ended would be
 * over too.
 */
export const untilSessionsCount = capability(
  {},
  (context) => (sessionsValidFrom: string) =>
    context.sleep(Math.max(0, Date.parse(sessionsValidFrom) - context.now().getTime())),
);

/** A user without a record has never signed in here and has no session. */
const changeUser = (context: Context, userId: string, change: Change): Promise<void> =>
  writeOne(
    context,
    update(userKey(userId), change, {}, () => new Gone()),
  ).catch(ignoreGone);
