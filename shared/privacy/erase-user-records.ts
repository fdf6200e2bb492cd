import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem } from '../platform/table/read';
import { deleteItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { deleteOne } from '../platform/table/write';
import { invitationKey, invitationsOfEmail } from '../teams/invitation';
import { Gone, ignoreGone } from '../teams/teams-of-user';
import { accountKey, type User, userKey } from '../teams/user';
import { forgetAnswersWith, memberIdsOf } from './first-answers';
import { forgetSignIns } from './sign-in-rows';
import { deleteEach, itemsOf, positionsOf } from './sweep';

/**
 * Deletes the records of a user beside the memberships: in a team, the first answers that contain the address; of the
 * user, invitations, quotas, networks, counters, first answers, sessions, and the profile last, because every operation
 * of the user reads it.
 */
export const eraseUserRecords = capability(
  {
    table: ['GetItem', 'Query', 'DeleteItem'],
    tableKeys: ['ATTEMPTS#', 'CALLER#', 'EMAIL#', 'HOME_NETWORK#', 'MAIL_QUOTA#', 'QUOTA#', 'TEAM#', 'USER#'],
    gsi1: ['Query'],
    gsi1Keys: ['EMAIL#', 'HOME_NETWORK#'],
  },
  (context) => ({
    inTeam: async (teamId: string, email: string): Promise<void> =>
      forgetAnswersWith(context, await memberIdsOf(context, teamId), email),
    ofUser: async ({ id, email }: Pick<User, 'id' | 'email'>): Promise<void> => {
      const account = await getItem(context, accountKey(email));
      if (account === undefined || account.userId === id) await forgetAddress(context, email);
      const partitions = [`MAIL_QUOTA#USER#${id}`, `QUOTA#USER#${id}`, `CALLER#staff#${id}`] as const;
      for (const partition of partitions) await deleteEach(context, await itemsOf(context, partition));
      const pointer = deleteItem(accountKey(email), { equals: { userId: id } }, () => new Gone());
      await transact(context, [pointer]).catch(ignoreGone);
      const own = await itemsOf(context, `USER#${id}`);
      const profile = userKey(id);
      await deleteEach(
        context,
        own.filter(({ sk }) => sk !== profile.sk),
      );
      await deleteOne(context, profile);
    },
  }),
);

/** Deletes the records that are found by the address. They belong to the account that the address has now. */
async function forgetAddress(context: Context, email: string): Promise<void> {
  const invitations = await positionsOf(context, 'gsi1', invitationsOfEmail(email).gsi1pk);
  for (const key of invitations.map((teamId) => invitationKey(teamId, email))) {
    const invitation = await getItem(context, key);
    if (invitation) await forgetAnswersWith(context, [invitation.invitedBy], email);
    await deleteOne(context, key);
  }
  await forgetSignIns(context, 'STAFF', email);
  await deleteEach(context, await itemsOf(context, `MAIL_QUOTA#EMAIL#${email}`));
}
