import * as v from 'valibot';
import { auditStep } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, createOnce, isCreationOpen, type Once } from '../platform/table/idempotency';
import { readPage, type Source } from '../platform/table/lists';
import { getItem, getItems, queryIndex } from '../platform/table/read';
import { create, unexpectedConflict } from '../platform/table/steps';
import type { Page } from '../platform/values/pages';
import { type Invite, inviterQuotaStep, planInvites } from './invitations';
import {
  DEFAULT_TIME_ZONE,
  InvitationOutcome,
  joinCodeFrom,
  joinCodeKey,
  type Membership,
  membershipIndexes,
  membershipKey,
  type NewTeam,
  Team,
  type TeamWithRole,
  teamKey,
  teamsOfUser,
} from './team';
import type { User } from './user';
import { userKey } from './user';
import { memberOf } from './users';

/** The team in the answer to its creation. It omits the join code, which members read elsewhere. */
export const CreatedTeam = v.object({
  team: v.object({
    teamId: Team.entries.teamId,
    name: Team.entries.name,
    logo: Team.entries.logo,
    status: Team.entries.status,
    ownerId: Team.entries.ownerId,
    address: Team.entries.address,
    createdAt: Team.entries.createdAt,
  }),
  invitations: v.array(InvitationOutcome),
});

/**
 * Creates a team with its owner and join code in one transaction, and reports the outcome of each invitation. The
 * operation passes the returned invites to `recordInvitations`. A repeated creation returns invites only if the first
 * attempt was interrupted before it wrote them: a member who was removed in the meantime must not be added again.
 */
export const createTeam = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'] },
  (context) =>
    async (userId: string, { name, address, invites }: NewTeam, once: Once | undefined) => {
      const owner = await getItem(context, userKey(userId));
      if (owner === undefined) throw new AppError('UNAUTHENTICATED');
      const invitesToRecord: Invite[] = [];
      const created = await createOnce(context, once, CreatedTeam, async () => {
        const planned = await planInvites(context, owner, invites);
        invitesToRecord.push(...planned.invites);
        const team = newTeam(context, owner, { name, address });
        const membership = ownerMembership(team, owner);
        const actor = { id: owner.id, teamId: team.teamId };
        const steps = [
          create(teamKey(team.teamId), team, unexpectedConflict('A team')),
          create(
            membershipKey(team.teamId, owner.id),
            membership,
            unexpectedConflict('An owner'),
            membershipIndexes(membership),
          ),
          create(joinCodeKey(team.joinCode), { teamId: team.teamId }, unexpectedConflict('A join code')),
          auditStep(context, actor, { entityType: 'TEAM', entityId: team.teamId, action: 'CREATE' }),
          ...inviterQuotaStep(context, owner.id, planned.invites),
        ];
        return { result: { team, invitations: planned.outcomes }, steps, ...(planned.invites.length > 0 && OPEN) };
      });
      const isRepeated = once !== undefined && invitesToRecord.length === 0 && created.invitations.length > 0;
      if (isRepeated && (await isCreationOpen(context, once)))
        invitesToRecord.push(...(await planInvites(context, owner, invites)).invites);
      return { created, owner, invites: invitesToRecord };
    },
);

const OPEN = { isOpen: true } as const;

/** The code is not checked for uniqueness first: with 30^10 codes a duplicate is as unlikely as a duplicate UUID. */
function newTeam(context: Context, owner: User, { name, address }: Pick<NewTeam, 'name' | 'address'>): Team {
  const now = context.now().toISOString();
  return {
    teamId: context.newId(),
    name,
    status: 'ACTIVE',
    ownerId: owner.id,
    joinCode: joinCodeFrom(context.randomBytes(40)),
    timeZone: DEFAULT_TIME_ZONE,
    address,
    createdAt: now,
    updatedAt: now,
  };
}

const ownerMembership = (team: Team, owner: User): Membership => ({
  ...memberOf(owner),
  teamId: team.teamId,
  role: 'OWNER',
  joinedAt: team.createdAt,
});

/** The teams of a user with the user's role, oldest first. */
export const listTeams = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'] },
  (context) => (userId: string, page: Page) => {
    const source: Source<TeamWithRole> = {
      identity: ['teams', userId],
      next: async (after, limit) => {
        const range = { limit, ascending: true, after };
        const { positions, more } = await queryIndex(context, 'gsi1', teamsOfUser(userId).gsi1pk, range);
        return { entries: await teamsWithRole(context, userId, positions), more };
      },
    };
    return readPage(source, page);
  },
);

/** Reads both records again, because the index may still contain a deleted membership. */
async function teamsWithRole(context: Context, userId: string, teamIds: readonly string[]) {
  const teams = await getItems(context, teamIds.map(teamKey));
  const memberships = await getItems(
    context,
    teamIds.map((teamId) => membershipKey(teamId, userId)),
  );
  return teamIds.map((position, index) => {
    const team = teams[index];
    const role = memberships[index]?.role;
    return { position, record: team && role ? { ...team, userRole: role } : undefined };
  });
}
