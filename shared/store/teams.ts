import * as v from 'valibot';
import type { Page } from '../domain/lists';
import { Refusal } from '../domain/refusal';
import {
  DEFAULT_TIME_ZONE,
  InvitationOutcome,
  joinCodeFrom,
  type Membership,
  type NewTeam,
  Team,
} from '../domain/teams';
import type { User } from '../domain/users';
import { capability } from '../runtime/capability';
import type { Context } from '../runtime/context';
import { auditStep } from './audit';
import { cursorOf, positionOf } from './cursor';
import { CREATE_ONCE_RIGHTS, createOnce, type Once } from './idempotency';
import { inviterQuotaStep, planInvites } from './invitations';
import { joinCodeKey, membershipIndexes, membershipKey, teamKey, teamsOfUser, userKey } from './keys';
import { getItem, getItems, queryIndex } from './read';
import { create, neverRefused } from './steps';

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
 * `sendInvitations`, which the operation calls next with the invites that this answers.
 */
export const createTeam = capability(
  { table: [...CREATE_ONCE_RIGHTS, 'BatchGetItem', 'UpdateItem'] },
  (context) =>
    async (userId: string, { name, address, invites }: NewTeam, once: Once | undefined) => {
      const owner = await getItem(context, userKey(userId));
      if (owner === undefined) throw new Refusal('UNAUTHENTICATED');
      const planned = await planInvites(context, owner, invites);
      const created = await createOnce(context, once, CreatedTeam, async () => {
        const team = newTeam(context, owner, { name, address });
        const membership = ownerMembership(team, owner);
        const actor = { id: owner.id, teamId: team.teamId };
        const steps = [
          create(teamKey(team.teamId), team, neverRefused('A team')),
          create(
            membershipKey(team.teamId, owner.id),
            membership,
            neverRefused('An owner'),
            membershipIndexes(membership),
          ),
          create(joinCodeKey(team.joinCode), { teamId: team.teamId }, neverRefused('A join code')),
          auditStep(context, actor, { entityType: 'TEAM', entityId: team.teamId, action: 'CREATE' }),
          ...inviterQuotaStep(context, owner.id, planned.invites),
        ];
        return { result: { team, invitations: planned.outcomes }, steps };
      });
      return { created, owner, invites: planned.invites };
    },
);

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
  teamId: team.teamId,
  userId: owner.id,
  role: 'OWNER',
  email: owner.email,
  ...(owner.name && { name: owner.name }),
  joinedAt: team.createdAt,
});

/** The teams that a user is a member of, the oldest first, each with the user's role. */
export const listTeams = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    async (userId: string, { limit, cursor }: Page) => {
      const list = ['teams', userId];
      const after = cursor === undefined ? undefined : positionOf(list, cursor);
      const partition = teamsOfUser(userId).gsi1pk;
      const { positions, more } = await queryIndex(context, 'gsi1', partition, { limit, ascending: true, after });
      const teams = await teamsWithRole(context, userId, positions);
      const last = positions.at(-1);
      return { teams, count: teams.length, nextCursor: more && last !== undefined ? cursorOf(list, last) : null };
    },
);

/** An index may still show a membership that is gone, so both records are read again. */
async function teamsWithRole(context: Context, userId: string, teamIds: readonly string[]) {
  const teams = await inPartsOf(BATCH, teamIds, (part) => getItems(context, part.map(teamKey)));
  const memberships = await inPartsOf(BATCH, teamIds, (part) =>
    getItems(
      context,
      part.map((teamId) => membershipKey(teamId, userId)),
    ),
  );
  return teams.flatMap((team, index) => {
    const role = memberships[index]?.role;
    return team && role ? [{ ...team, userRole: role }] : [];
  });
}

/** Keys that one BatchGetItem takes. */
const BATCH = 100;

async function inPartsOf<T, R>(
  size: number,
  all: readonly T[],
  work: (part: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < all.length; start += size) results.push(...(await work(all.slice(start, start + size))));
  return results;
}
