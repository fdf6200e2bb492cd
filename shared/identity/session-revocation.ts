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

/** True while a recovery of this user is unfinished. */
export const isRecovering = capability(
  { table: ['GetItem'] },
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
  { table: ['UpdateItem'] },
  (context) => (userId: string) => changeUser(context, userId, { set: { recoveryBegan: context.now().toISOString() } }),
);

export const endRecovery = capability(
  { table: ['UpdateItem'] },
  (context) => (userId: string) => changeUser(context, userId, { remove: ['recoveryBegan'] }),
);

/**
 * Ends the user's sessions in this service and returns the instant before which sessions are over. The instant is
 * written to the user's record and to each membership, with an audit entry per team; every operation reads one of these
 * records. It is the next whole second, because tokens contain whole seconds: all existing sessions began earlier.
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

/** A user without a record has never signed in here and has no session. */
const changeUser = (context: Context, userId: string, change: Change): Promise<void> =>
  writeOne(
    context,
    update(userKey(userId), change, {}, () => new Gone()),
  ).catch(ignoreGone);
