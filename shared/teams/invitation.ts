import * as v from 'valibot';
import type { Condition } from '../platform/table/expression';
import { type IndexKeys, key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, StoredEmail, Uuid } from '../platform/values/fields';
import { hasRole, ROLES, type Role } from './team';

/** An invitation. The recipient joins at the next confirmed sign-in before its end. */
export const Invitation = v.object({
  teamId: Uuid,
  email: StoredEmail,
  /** The member who invited, by the identifier of the account. */
  invitedBy: Uuid,
  createdAt: Instant,
  /** The instant, in UTC, from which the invitation has no effect. */
  expiresAt: Instant,
});
export type Invitation = v.InferOutput<typeof Invitation>;

/** The roles whose holders invite. */
export const INVITERS: readonly Role[] = ROLES.filter((role) => hasRole(role, 'ADMIN'));

const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The stored invitation. DynamoDB deletes it late, so every condition tests `expiresAt`. An invitation of an older
 * release has no end and counts as ended.
 */
export const InvitationRecord = v.object({
  ...Invitation.entries,
  expiresAt: v.optional(Instant, '1970-01-01T00:00:00.000Z'),
  [TIME_TO_LIVE]: v.optional(v.number()),
});

/** The fields that end an invitation at this instant. */
export const endOfInvitation = (end: Date) => ({
  expiresAt: end.toISOString(),
  [TIME_TO_LIVE]: Math.floor(end.getTime() / 1000),
});

/** A new or renewed invitation. */
export const newInvitation = (made: Pick<Invitation, 'teamId' | 'email' | 'invitedBy'>, now: Date) => ({
  ...made,
  createdAt: now.toISOString(),
  ...endOfInvitation(new Date(now.getTime() + INVITATION_MS)),
});

/** The condition that an invitation has not ended. */
export const invitationIsOpen = (now: Date): Condition => ({ above: { expiresAt: now.toISOString() } });

export const invitationKey = (teamId: string, email: string) =>
  key(InvitationRecord, ofTeam(teamId), `INVITATION#${email}`);
export const invitationsOf = (teamId: string) => part(InvitationRecord, ofTeam(teamId), 'INVITATION#');
export const invitationsOfEmail = (email: string) => ({ gsi1pk: `EMAIL#${email}#INVITATIONS` });
export const invitationIndexes = ({ teamId, email }: Pick<Invitation, 'teamId' | 'email'>): IndexKeys => ({
  ...invitationsOfEmail(email),
  gsi1sk: teamId,
});
