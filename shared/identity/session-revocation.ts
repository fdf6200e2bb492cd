import { auditStep } from '../audit/audit';
import type { AuditAction } from '../audit/audit-event';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { Change } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { membershipKey } from '../teams/team';
import { Gone, ignoreGone, inEachTeam } from '../teams/teams-of-user';
import { userKey } from '../teams/user';

/** True when a recovery of this user was begun and not ended. */
export const isRecovering = capability(
  { table: ['GetItem'] },
  (context) =>
    async (userId: string): Promise<boolean> => {
      const user = await getItem(context, userKey(userId));
      return user?.recoveryBegan !== undefined;
    },
);

/**
 * Writes down that a recovery begins, before the factor is taken off: without it, one that is cut off in between would leave the older
 * sessions alive and nothing in the audit, and the next try, which meets no factor any more, would be a mere sign-in.
 */
export const beginRecovery = capability(
  { table: ['UpdateItem'] },
  (context) => (userId: string) => changeUser(context, userId, { set: { recoveryBegan: context.now().toISOString() } }),
);

export const endRecovery = capability(
  { table: ['UpdateItem'] },
  (context) => (userId: string) => changeUser(context, userId, { remove: ['recoveryBegan'] }),
);

/**
 * Ends the user's sessions at our own door: what began before the instant that this answers is refused by every operation that reads the
 * user's record or one of the memberships, in which it is written with an entry of the team's audit. The instant is the next whole second,
 * because tokens tell theirs in whole seconds: all that are out by now began before it.
 */
export const endSessions = capability(
  { table: ['UpdateItem', 'PutItem'], gsi1: ['Query'] },
  (context) =>
    async (userId: string, action: AuditAction): Promise<string> => {
      const sessionsValidFrom = new Date((Math.floor(context.now().getTime() / 1000) + 1) * 1000).toISOString();
      const change = { set: { sessionsValidFrom } };
      await changeUser(context, userId, change);
      await inEachTeam(context, userId, (teamId) =>
        transact(context, [
          update(membershipKey(teamId, userId), change, {}, () => new Gone()),
          auditStep(context, { id: userId, teamId }, { entityType: 'USER', entityId: userId, action }),
        ]),
      );
      return sessionsValidFrom;
    },
);

/** A user without a record has never come in through us, and has nothing that could be ended. */
const changeUser = (context: Context, userId: string, change: Change): Promise<void> =>
  writeOne(
    context,
    update(userKey(userId), change, {}, () => new Gone()),
  ).catch(ignoreGone);
