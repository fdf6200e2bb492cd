import * as v from 'valibot';
import { auditStep } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { readPage, type Source } from '../platform/table/lists';
import { getItems, queryIndex } from '../platform/table/read';
import { create, unexpectedConflict } from '../platform/table/steps';
import { isUuid } from '../platform/values/fields';
import type { Page } from '../platform/values/pages';
import { type Invite, inviterQuotaStep, withinAddedQuota } from './invitation-quotas';
import { leftInvites, OPEN, outcomeOf, planInvites, StoredOutcomes, storedOutcomes } from './invitations';
import { joinCodeFrom, joinCodeKey } from './join-code';
import {
  DEFAULT_TIME_ZONE,
  InvitationOutcome,
  type ListedTeam,
  type Membership,
  membershipIndexes,
  membershipKey,
  type NewTeam,
  Team,
  teamKey,
  teamsOfUser,
} from './team';
import { ownTeamStep, spendTeam } from './team-quota';
import type { User } from './user';
import { memberOf } from './users';

/** The team in the answer to its creation. It omits the join code, which members read elsewhere. */
export const CreatedTeam = v.object({
  team: v.object({
    teamId: Team.entries.teamId,
    /** How the carrier calls itself. */
    name: Team.entries.name,
    /** The address of the logo. Absent without one. */
    logo: Team.entries.logo,
    /** Always ACTIVE: teams are not closed. */
    status: Team.entries.status,
    /** The OWNER, by the identifier of the account: the caller. */
    ownerId: Team.entries.ownerId,
    /** The address of the office. */
    address: Team.entries.address,
    createdAt: Team.entries.createdAt,
  }),
  invitations: v.array(InvitationOutcome),
});

/** As stored for a repeated request. The message of an invitation follows from its status. */
const StoredTeam = v.object({
  ...CreatedTeam.entries,
  invitations: StoredOutcomes,
});

/**
 * Creates a team with its owner and join code in one transaction, and reports the outcome of each invitation. The
 * operation passes the returned invites to `recordInvitations`. A repeated creation returns invites only if the first
 * attempt was interrupted before it wrote them: a member who was removed in the meantime must not be added again.
 */
export const createTeam = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'],
    tableKeys: ['CALLER#', 'EMAIL#', 'JOIN_CODE#', 'MAIL_QUOTA#', 'QUOTA#', 'TEAM#'],
  },
  (context) =>
    async (owner: User, { name, address, invites }: NewTeam, once: Once | undefined) => {
      let invitesToRecord: readonly Invite[] = [];
      let isCounted = false;
      const plan = async (addable: number) => {
        // A second plan of the same request counts no second team.
        if (!isCounted) await spendTeam(context, owner.id);
        isCounted = true;
        const planned = await planInvites(context, owner, invites, addable);
        invitesToRecord = planned.invites;
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
          ownTeamStep(context, owner.id),
          ...inviterQuotaStep(context, owner.id, planned.invites),
        ];
        return {
          result: { team, invitations: storedOutcomes(planned.outcomes) },
          steps,
          ...(planned.invites.length > 0 && OPEN),
        };
      };
      const stored = await withinAddedQuota((addable) => createOnce(context, once, StoredTeam, () => plan(addable)));
      const created = {
        ...stored,
        invitations: stored.invitations.map(({ email, status }) => outcomeOf(email, status)),
      };
      const isRepeated = once !== undefined && invitesToRecord.length === 0 && created.invitations.length > 0;
      if (isRepeated) invitesToRecord = await leftInvites(context, owner, once, created.invitations);
      return { created, invites: invitesToRecord };
    },
);

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
  { table: ['BatchGetItem'], gsi1: ['Query'], gsi1Keys: ['USER#'] },
  (context) => (userId: string, page: Page) => {
    const source: Source<ListedTeam> = {
      identity: ['teams', userId],
      isPosition: isUuid,
      next: async (after, limit) => {
        const range = { limit, ascending: true, after };
        const { positions, more } = await queryIndex(context, 'gsi1', teamsOfUser(userId).gsi1pk, range);
        return { entries: await teamsWithRole(context, userId, positions), more };
      },
    };
    return readPage(context, source, page);
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
