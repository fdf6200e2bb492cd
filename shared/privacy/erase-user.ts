import { auditStep } from '../audit/audit';
import { deleteStaffAccount } from '../identity/cognito/delete-account';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { DATA_KEY_PERMISSIONS } from '../platform/secrets/data-key';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { getItems } from '../platform/table/read';
import { transact } from '../platform/table/transact';
import { removeMember } from '../teams/members';
import { type Membership, membershipKey, teamsOfUser } from '../teams/team';
import type { User } from '../teams/user';
import { eraseFiles } from './erase-files';
import { eraseUserRecords } from './erase-user-records';
import { RETENTION_ENVIRONMENT, sealStep } from './seal-person';
import { positionsOf } from './sweep';

const BATCH = 100;

const membershipsOf = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'], gsi1Keys: ['USER#'] },
  (context) =>
    async (userId: string): Promise<Membership[]> => {
      const teams = await positionsOf(context, 'gsi1', teamsOfUser(userId).gsi1pk);
      const found: Membership[] = [];
      for (let start = 0; start < teams.length; start += BATCH) {
        const keys = teams.slice(start, start + BATCH).map((teamId) => membershipKey(teamId, userId));
        for (const membership of await getItems(context, keys)) if (membership) found.push(membership);
      }
      return found;
    },
);

/** Seals the data that a team has of its member. The profile is not the team's, so it is not sealed. */
const sealMember = capability(
  { ...DATA_KEY_PERMISSIONS, table: ['PutItem'] },
  (context) => async (membership: Membership) => {
    const { teamId, userId: personId } = membership;
    const person = { teamId, personId, kind: 'USER' } as const;
    const { step } = await sealStep(context, person, { membership }, () => new AlreadyThere());
    const entry = { entityType: 'USER', entityId: personId, action: 'ERASE' } as const;
    await transact(context, [step, auditStep(context, { id: personId, teamId }, entry)]).catch(ignoreAlreadyThere);
  },
  RETENTION_ENVIRONMENT,
);

/**
 * Erases a user: leaves every team, with the member's data in a sealed record of the team, and deletes everything else
 * at once. Throws TEAM_OWNER for the owner of a team. The account at Cognito goes last: while it exists, the user can
 * sign in and repeat a call that was interrupted.
 */
export const eraseUser = capability.of(
  { membershipsOf, sealMember, removeMember, eraseFiles, eraseUserRecords, deleteStaffAccount },
  (deps) =>
    async (user: User): Promise<void> => {
      const memberships = await deps.membershipsOf(user.id);
      if (memberships.some(({ role }) => role === 'OWNER')) throw new AppError('TEAM_OWNER');
      for (const membership of memberships) {
        const { teamId, role } = membership;
        await deps.sealMember(membership);
        await deps.eraseFiles(teamId, user.id);
        await deps.eraseUserRecords.inTeam(teamId, user.email);
        await deps.removeMember({ id: user.id, teamId, role }, membership);
      }
      await deps.eraseUserRecords.ofUser(user);
      await deps.deleteStaffAccount(user.email);
    },
);
