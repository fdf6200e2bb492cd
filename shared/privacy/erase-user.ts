import { auditStep } from '../audit/audit';
import { deleteStaffAccount } from '../identity/cognito/delete-account';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { DATA_KEY_PERMISSIONS } from '../platform/secrets/data-key';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { untilIndexesShow } from '../platform/table/index-lag';
import { getItem, getItems } from '../platform/table/read';
import { transact } from '../platform/table/transact';
import { removeMember } from '../teams/members';
import { type Membership, membershipKey, teamsOfUser } from '../teams/team';
import { type User, userKey } from '../teams/user';
import { eraseFiles } from './erase-files';
import { eraseUserRecords } from './erase-user-records';
import { beginErasure, endErasure } from './open-erasure';
import { RETENTION_ENVIRONMENT, sealStep } from './seal-person';
import { positionsOf } from './sweep';

const LISTED_MEMBERSHIPS = { table: ['BatchGetItem'], gsi1: ['Query'], gsi1Keys: ['USER#'] } as const;

async function listMemberships(context: Context, userId: string): Promise<Membership[]> {
  const teams = await positionsOf(context, 'gsi1', teamsOfUser(userId).gsi1pk);
  const keys = teams.map((teamId) => membershipKey(teamId, userId));
  return (await getItems(context, keys)).filter((membership) => membership !== undefined);
}

const membershipsOf = capability(LISTED_MEMBERSHIPS, (context) => (userId: string) => listMemberships(context, userId));

/** The memberships that began while the erasure ran, or that the index did not show before. */
const lateMembershipsOf = capability(LISTED_MEMBERSHIPS, (context) => async (userId: string) => {
  await untilIndexesShow(context);
  return listMemberships(context, userId);
});

const readProfile = capability(
  { table: ['GetItem'], tableKeys: ['USER#'] },
  (context) =>
    (userId: string): Promise<User | undefined> =>
      getItem(context, userKey(userId)),
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

/** The user of an erasure: the address finds the records that do not name the identifier. */
type ErasedUser = Pick<User, 'id' | 'email'>;

/** Leaves teams, with a sealed record in each. */
const leaveTeams = capability.of(
  { sealMember, removeMember, eraseFiles, eraseUserRecords },
  (deps) =>
    async (user: ErasedUser, memberships: readonly Membership[]): Promise<void> => {
      for (const membership of memberships) {
        const { teamId, role } = membership;
        await deps.sealMember(membership);
        await deps.eraseFiles(teamId, user.id);
        await deps.eraseUserRecords.inTeam(teamId, user.email);
        await deps.removeMember({ id: user.id, teamId, role }, membership);
      }
    },
);

/** Deletes all that is left of a user. Each step may be done already. */
const eraseEach = capability.of(
  { leaveTeams, lateMembershipsOf, eraseUserRecords, deleteStaffAccount, endErasure },
  (deps) =>
    async (user: ErasedUser, memberships: readonly Membership[]): Promise<void> => {
      await deps.leaveTeams(user, memberships);
      await deps.eraseUserRecords.ofUser(user);
      // Without the profile the user joins no further team.
      const late = await deps.lateMembershipsOf(user.id);
      await deps.leaveTeams(
        user,
        late.filter((membership) => !isOwner(membership)),
      );
      await deps.deleteStaffAccount(user.id);
      await deps.endErasure({ kind: 'USER', personId: user.id });
    },
);

/**
 * Erases a user: leaves every team, with the member's data in a sealed record of the team, and deletes everything else
 * at once. Throws TEAM_OWNER for the owner of a team. The erasure is noted first: without the profile the user cannot
 * repeat the request, and the schedule completes what an interruption left.
 */
export const eraseUser = capability.of(
  { membershipsOf, beginErasure, eraseEach },
  (deps) =>
    async (user: ErasedUser): Promise<void> => {
      const memberships = await deps.membershipsOf(user.id);
      if (memberships.some(isOwner)) throw new AppError('TEAM_OWNER');
      await deps.beginErasure(user);
      await deps.eraseEach(user, memberships);
    },
);

/**
 * Completes an erasure that was interrupted. The address may have changed since it began: then the present one counts,
 * because another account may have the noted one. A user who owns a team by now has to hand it over and ask again.
 */
export const completeUserErasure = capability.of(
  { membershipsOf, readProfile, eraseEach, endErasure },
  (deps) =>
    async (noted: ErasedUser): Promise<void> => {
      const memberships = await deps.membershipsOf(noted.id);
      if (memberships.some(isOwner)) return deps.endErasure({ kind: 'USER', personId: noted.id });
      await deps.eraseEach((await deps.readProfile(noted.id)) ?? noted, memberships);
    },
);

const isOwner = ({ role }: Membership): boolean => role === 'OWNER';
