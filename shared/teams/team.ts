import * as v from 'valibot';
import { type IndexKeys, key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Line, List, StoredEmail, Uuid, withoutEmptyTexts } from '../platform/values/fields';
import { ShownAddress, StoredAddress } from '../platform/values/shown-address';

/** Sorted by power: each role includes the permissions of the roles before it. */
export const ROLES = ['MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

export const TeamAddress = v.pipe(
  v.object({
    street: Line(300, 1),
    exteriorNumber: Line(50, 1),
    interiorNumber: v.optional(Line(50)),
    neighborhood: Line(100, 1),
    city: Line(100, 1),
    state: Line(100, 1),
    country: Line(100, 1),
    postalCode: Line(10, 1),
  }),
  v.transform(withoutEmptyTexts),
);

export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** The stored team. Answers add `userRole`, which depends on the caller. */
export const Team = v.object({
  teamId: Uuid,
  name: Line(100, 3),
  logo: StoredAddress,
  status: v.picklist(['ACTIVE']),
  ownerId: Uuid,
  joinCode: Line(10, 10),
  timeZone: Line(64, 1),
  address: TeamAddress,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Team = v.InferOutput<typeof Team>;

export const Membership = v.object({
  teamId: Uuid,
  userId: Uuid,
  role: v.picklist(ROLES),
  email: StoredEmail,
  name: v.optional(Line()),
  joinedAt: Instant,
  /**
   * Sessions that began earlier are over. The limit is copied to the membership because every staff operation reads
   * that item anyway.
   */
  sessionsValidFrom: v.optional(Instant),
});
export type Membership = v.InferOutput<typeof Membership>;

/** A member in the answers to other members. */
export const Member = v.object({
  userId: Uuid,
  email: StoredEmail,
  name: v.optional(Line()),
  role: v.picklist(ROLES),
  joinedAt: Instant,
});

/** Body of PUT /teams/{teamId}: the fields that an administrator can change. */
export const TeamChanges = v.partial(
  v.object({
    name: Line(100, 3),
    logo: ShownAddress,
    address: TeamAddress,
    timeZone: v.pipe(Line(64, 1), v.check(isTimeZone, 'Send an IANA time zone, such as America/Mexico_City.')),
  }),
);
export type TeamChanges = v.InferOutput<typeof TeamChanges>;

/**
 * True for an IANA time zone of the runtime. Newer runtimes also accept an offset such as +05:00, which is refused here
 * because it has no daylight saving time.
 */
function isTimeZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** An invitation. The recipient joins at the next confirmed sign-in. */
export const Invitation = v.object({
  teamId: Uuid,
  email: StoredEmail,
  invitedBy: Uuid,
  createdAt: Instant,
});
export type Invitation = v.InferOutput<typeof Invitation>;

/**
 * The maximum number of invites in one request. Their accounts are read in one BatchGetItem, which takes at most 100
 * keys.
 */
export const MAXIMUM_INVITES = 97;

/** Body of POST /teams. An invalid address is answered with the status `invalid` and does not fail the request. */
export const NewTeam = v.object({
  name: Line(100, 3),
  address: TeamAddress,
  invites: v.optional(List(Line(), MAXIMUM_INVITES), []),
});
export type NewTeam = v.InferOutput<typeof NewTeam>;

export const InvitationOutcome = v.object({
  email: v.string(),
  status: v.picklist(['added', 'invited', 'invalid']),
  message: v.string(),
});
export type InvitationOutcome = v.InferOutput<typeof InvitationOutcome>;

/** Body of POST /teams/{teamId}/invitations. */
export const NewInvitations = v.object({ invites: List(Line(), MAXIMUM_INVITES, 1) });

/** The team with the caller's role, as its members read it. */
export const TeamWithRole = v.object({ ...Team.entries, userRole: v.picklist(ROLES) });
export type TeamWithRole = v.InferOutput<typeof TeamWithRole>;

/** Normalises a typed join code: upper case, without blanks and hyphens. */
export const normalJoinCode = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

/** Without I, L, O, U, 0 and 1, which sound or look like other characters. */
const JOIN_CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const JOIN_CODE_LENGTH = 10;

/**
 * Makes a join code of ten characters from random bytes. Bytes above the last multiple of the alphabet's length are
 * skipped, so that all characters are equally likely. 40 bytes contain fewer than ten usable ones once in 10^20 calls.
 */
export function joinCodeFrom(random: Uint8Array): string {
  const fair = 256 - (256 % JOIN_CODE_ALPHABET.length);
  const letters = [...random]
    .filter((byte) => byte < fair)
    .map((byte) => JOIN_CODE_ALPHABET[byte % JOIN_CODE_ALPHABET.length]);
  if (letters.length < JOIN_CODE_LENGTH) throw new Error('Too few usable random bytes for a join code.');
  return letters.slice(0, JOIN_CODE_LENGTH).join('');
}

export const teamKey = (teamId: string) => key(Team, ofTeam(teamId), 'TEAM');

export const membershipKey = (teamId: string, userId: string) => key(Membership, ofTeam(teamId), `MEMBER#${userId}`);
export const membersOf = (teamId: string) => part(Membership, ofTeam(teamId), 'MEMBER#');
export const teamsOfUser = (userId: string) => ({ gsi1pk: `USER#${userId}#TEAMS` });
export const membershipIndexes = ({ teamId, userId }: Membership): IndexKeys => ({
  ...teamsOfUser(userId),
  gsi1sk: teamId,
});

export const invitationKey = (teamId: string, email: string) => key(Invitation, ofTeam(teamId), `INVITATION#${email}`);
export const invitationsOf = (teamId: string) => part(Invitation, ofTeam(teamId), 'INVITATION#');
export const invitationsOfEmail = (email: string) => ({ gsi1pk: `EMAIL#${email}#INVITATIONS` });
export const invitationIndexes = ({ teamId, email }: Invitation): IndexKeys => ({
  ...invitationsOfEmail(email),
  gsi1sk: teamId,
});

/** The number of invitation mails on one day, per inviter or per recipient. */
export const MailQuota = v.object({ mails: v.number(), [TIME_TO_LIVE]: v.optional(v.number()) });
export const mailQuotaKey = (who: { inviter: string } | { recipient: string }, day: string) =>
  key(MailQuota, `MAIL_QUOTA#${'inviter' in who ? `USER#${who.inviter}` : `EMAIL#${who.recipient}`}`, `DAY#${day}`);

export const JoinCode = v.object({ teamId: Uuid });
export const joinCodeKey = (code: string) => key(JoinCode, `JOIN_CODE#${code}`, 'JOIN_CODE');
