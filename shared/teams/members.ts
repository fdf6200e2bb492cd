import { auditStep, type TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { allOf } from '../platform/table/expression';
import { listItems } from '../platform/table/lists';
import { getItem } from '../platform/table/read';
import { check, deleteItem, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Page } from '../platform/values/pages';
import { rotation } from './edit-team';
import { loweringSteps, noKeySince, revocationSteps } from './end-api-keys';
import { hasRole, type Membership, membershipKey, membersOf, type Role, type TeamRecord, teamKey } from './team';
import { teamHandOverSteps } from './team-quota';
import { endInvitationsOf } from './withdraw-invitations';

/** The member who makes the change. */
export type MemberActor = TeamActor & { readonly role: Role };

export const listMembers = capability(
  { table: ['Query'] },
  (context) => (teamId: string, page: Page) => listItems(context, { ...membersOf(teamId), ascending: true }, page),
);

/**
 * Changes a member's role. Giving OWNER transfers the team: the owner becomes ADMIN in the same transaction, so that a
 * team always has exactly one owner. The owner's own role cannot be changed in any other way (TEAM_OWNER). An owner who
 * lost the role to a concurrent transfer gets CONFLICT. The invitations of the member with the lower role end first; the API keys that
 * the member made get the lower role in the same transaction.
 */
export const changeRole = capability(
  { table: ['Query', 'UpdateItem', 'PutItem', 'ConditionCheckItem'], tableKeys: ['QUOTA#', 'TEAM#'] },
  (context) =>
    async (owner: MemberActor, member: Membership, role: Role): Promise<Membership> => {
      const { teamId, userId } = member;
      if (role === member.role) return member;
      if (userId === owner.id) throw new AppError('TEAM_OWNER');
      if (role === 'OWNER' && member.accepted === false) throw notAccepted();
      const changed = () => new AppError('CONFLICT');
      const lowered = loweredMember(owner.id, member, role);
      if (lowered !== undefined) await endInvitationsOf(context, teamId, lowered);
      const handOver =
        role === 'OWNER'
          ? [
              update(
                membershipKey(teamId, owner.id),
                { set: { role: 'ADMIN' } },
                { equals: { role: 'OWNER' } },
                changed,
              ),
              update(teamKey(teamId), { set: { ownerId: userId } }, { equals: { ownerId: owner.id } }, changed),
              ...teamHandOverSteps(owner.id, userId),
            ]
          : [check(membershipKey(teamId, owner.id), { equals: { role: 'OWNER' } }, changed)];
      await transact(context, [
        update(
          membershipKey(teamId, userId),
          { set: { role } },
          allOf({ equals: { role: member.role } }, noKeySince(member)),
          changed,
        ),
        ...handOver,
        ...(await loweringSteps(context, member, role)),
        auditStep(context, owner, {
          entityType: 'TEAM',
          entityId: teamId,
          action: 'UPDATE',
          changes: { member: userId, role },
        }),
      ]);
      return { ...member, role };
    },
);

/** The member who gets a lower role, if any. A transfer lowers the owner's. */
function loweredMember(ownerId: string, member: Membership, role: Role): string | undefined {
  if (role === 'OWNER') return ownerId;
  return hasRole(role, member.role) ? undefined : member.userId;
}

/** An owner has duties and uses up the limit of teams, so a member must have accepted the membership. */
const notAccepted = () =>
  new AppError('CONFLICT', {
    message: {
      en: 'The member must accept the membership before the team can be handed over.',
      es: 'El miembro debe aceptar su ingreso antes de recibir la empresa.',
    },
  });

/**
 * Removes a member at once and replaces the join code in the same transaction, so that the removed member cannot join
 * again with it. Administrators can remove others, and every member can leave. The owner must transfer the team first
 * (TEAM_OWNER). The invitations of the removed member end first. The API keys that the member made end in the same transaction; one that is
 * made meanwhile refuses the removal as CONFLICT.
 */
export const removeMember = capability(
  {
    table: ['Query', 'GetItem', 'BatchGetItem', 'UpdateItem', 'PutItem', 'DeleteItem'],
    tableKeys: ['JOIN_CODE#', 'TEAM#'],
  },
  (context) =>
    async (actor: MemberActor, member: Membership): Promise<void> => {
      const { teamId, userId } = member;
      if (userId !== actor.id && !hasRole(actor.role, 'ADMIN')) throw new AppError('FORBIDDEN');
      if (member.role === 'OWNER') throw new AppError('TEAM_OWNER');
      const ended = await endInvitationsOf(context, teamId, userId);
      const team = teamOf(await getItem(context, teamKey(teamId)));
      await transact(context, [
        deleteItem(
          membershipKey(teamId, userId),
          allOf({ differs: { role: 'OWNER' } }, noKeySince(member)),
          refusedRemoval,
        ),
        ...(await revocationSteps(context, member)),
        ...rotation(context, team).steps,
        auditStep(context, actor, {
          entityType: 'TEAM',
          entityId: teamId,
          action: 'UPDATE',
          changes: { removed: userId, ...(ended > 0 && { withdrawnInvitations: ended }) },
        }),
      ]);
    },
);

function refusedRemoval(found: Membership | undefined): AppError {
  if (found === undefined) return new AppError('NOT_FOUND');
  return new AppError(found.role === 'OWNER' ? 'TEAM_OWNER' : 'CONFLICT');
}

function teamOf(team: TeamRecord | undefined): TeamRecord {
  if (team === undefined) throw new AppError('NOT_FOUND');
  return team;
}
