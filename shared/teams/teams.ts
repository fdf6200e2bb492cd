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

/** A team as it is answered at its creation: without the join code, which members read. */
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
 * Makes a team with its owner and join code in one transaction, and says what becomes of each invitation; carrying them out is
 * `recordInvitations`, which the operation calls next with the invites that this answers. A creation that was done before answers
 * invites only if it was cut off before they were carried out: who was removed meanwhile must not come back by a request that is sent again.
 */
export const createTeam = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'] },
  (context) =>
    async (userId: string, { name, address, invites }: NewTeam, once: Once | undefined) => {
      const owner = await getItem(context, userKey(userId));
      if (owner === undefined) throw new AppError('UNAUTHENTICATED');
      const toCarryOut: Invite[] = [];
      const created = await createOnce(context, once, CreatedTeam, async () => {
        const planned = await planInvites(context, owner, invites);
        toCarryOut.push(...planned.invites);
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
      const wasBefore = once !== undefined && toCarryOut.length === 0 && created.invitations.length > 0;
      if (wasBefore && (await isCreationOpen(context, once)))
        toCarryOut.push(...(await planInvites(context, owner, invites)).invites);
      return { created, owner, invites: toCarryOut };
    },
);

const OPEN = { isOpen: true } as const;

/** 30^10 codes: a code that is taken already is as likely as a UUID that is. */
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

/** The teams that a user is a member of, the oldest first, each with the user's role. */
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

/** An index may still show a membership that is gone, so both records are read again. */
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
