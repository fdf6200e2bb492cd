import * as v from 'valibot';
import { type IndexKeys, key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { changesOf } from '../platform/values/changes';
import { Instant, Line, List, SentLine, StoredEmail, Uuid, Whole, withoutEmptyTexts } from '../platform/values/fields';
import { SessionLimits } from '../platform/values/session-limits';
import { ShownAddress, StoredAddress } from '../platform/values/shown-address';
import { Message, said } from '../platform/values/text';

/** Sorted by power: each role includes the permissions of the roles before it. */
export const ROLES = ['MEMBER', 'ADMIN', 'OWNER'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

export const TeamAddress = v.pipe(
  v.object({
    /** Street, without the number. */
    street: Line(300, 1),
    /** The exterior number, as on the house. */
    exteriorNumber: Line(50, 1),
    /** The interior number: of the flat or office. Absent without one. */
    interiorNumber: v.optional(Line(50)),
    /** Colonia. */
    neighborhood: Line(100, 1),
    /** City or municipality. */
    city: Line(100, 1),
    /**
     * State, in words.
     * @example Nuevo León
     */
    state: Line(100, 1),
    /**
     * Country, in words.
     * @example Mexico
     */
    country: Line(100, 1),
    /**
     * Five digits.
     * @example 64750
     */
    postalCode: Line(10, 1),
  }),
  v.transform(withoutEmptyTexts),
);

export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** A team in the answers, which add `userRole`, which depends on the caller. */
export const Team = v.object({
  teamId: Uuid,
  /** How the carrier calls itself. Invoices take the legal name of the organization. */
  name: Line(100, 3),
  /** The address of the logo. Absent without one. */
  logo: StoredAddress,
  /** Always ACTIVE: teams are not closed. */
  status: v.picklist(['ACTIVE']),
  /** The OWNER, by the identifier of the account. */
  ownerId: Uuid,
  joinCode: Line(10, 10),
  /**
   * The IANA zone in which days begin: lists, reports and due dates use it.
   * @example America/Monterrey
   */
  timeZone: Line(64, 1),
  /** The address of the office. */
  address: TeamAddress,
  createdAt: Instant,
  updatedAt: Instant,
});
export type Team = v.InferOutput<typeof Team>;

/** The security policies that an owner may choose. The first value of each is the default. */
export const Policies = v.object({
  /** What a sign-in without the lost authenticator app needs. */
  recovery: v.picklist(['PASSWORD', 'MAILED_CODE']),
  /** Whether the join code works. */
  join: v.picklist(['OPEN', 'CLOSED']),
  /** Which members read the join code. */
  joinCode: v.picklist(['MEMBERS', 'ADMINS']),
  /** Whether members need a second factor. */
  mfa: v.picklist(['OPTIONAL', 'REQUIRED']),
  /** Whether signing certificate, organization, stamp and new API keys need a recent sign-in. */
  recentSignIn: v.picklist(['OFF', 'MINUTES_10']),
});
export type Policies = v.InferOutput<typeof Policies>;

/** Body of PUT /teams/{teamId}/policies. */
export const PolicyChanges = changesOf(Policies);
export type PolicyChanges = v.InferOutput<typeof PolicyChanges>;

const DEFAULT_POLICIES: Policies = {
  recovery: 'PASSWORD',
  join: 'OPEN',
  joinCode: 'MEMBERS',
  mfa: 'OPTIONAL',
  recentSignIn: 'OFF',
};

/** The stored team: with its policies, once they differ from the default. */
export const TeamRecord = v.object({
  ...Team.entries,
  policies: v.optional(Policies),
  /** Raised with each change of the policies, so that a late copy does not replace a newer one. Absent before the first change, and in older records. */
  policiesRevision: v.optional(Whole),
});
export type TeamRecord = v.InferOutput<typeof TeamRecord>;

export const policiesOf = ({ policies }: Pick<TeamRecord, 'policies'>): Policies => policies ?? DEFAULT_POLICIES;

export const Membership = v.object({
  teamId: Uuid,
  userId: Uuid,
  /** What the person may do in the team. */
  role: v.picklist(ROLES),
  email: StoredEmail,
  /** The person’s name. Absent before the person gives one. */
  name: v.optional(Line()),
  /** The instant, in UTC, at which the membership began. */
  joinedAt: Instant,
  /** Copied from the user, because every staff operation reads the membership anyway. */
  ...SessionLimits,
  /** True while the user has a second factor. */
  hasFactor: v.optional(v.boolean()),
  /** The team's policies that are checked before an operation runs. */
  policies: v.optional(v.pick(Policies, ['mfa', 'recentSignIn'])),
  /** The revision of the copied policies. */
  policiesRevision: v.optional(Whole),
  /** False until the person accepts the membership that another member has made. Absent otherwise. */
  accepted: v.optional(v.boolean()),
  /** The number of API keys that the member has made in this team. A change of the member takes it as a condition. */
  apiKeys: v.optional(v.number()),
  /** The alerts API_KEYS_TO_REVIEW about these keys, until none of the keys is valid. */
  keysToReview: v.optional(v.array(Uuid)),
});
export type Membership = v.InferOutput<typeof Membership>;

/**
 * A member in the answers to other members. Before the person accepts, the answer has no name: it would tell the inviter
 * who uses an address. The schema removes the name, so that no operation can forget it.
 */
export const Member = v.pipe(
  v.object({
    userId: Uuid,
    email: StoredEmail,
    /** The person’s name. Absent before the person accepts the membership. */
    name: v.optional(Line()),
    /** What the person may do in the team. */
    role: v.picklist(ROLES),
    /** The instant, in UTC, at which the membership began. */
    joinedAt: Instant,
    /** false until the person accepts the membership that another member made. */
    accepted: v.optional(v.boolean(), true),
  }),
  v.transform((member) => (member.accepted ? member : { ...member, name: undefined })),
);

/** Body of PUT /teams/{teamId}: the fields that an administrator can change. */
export const TeamChanges = changesOf(
  v.object({
    /** How the carrier calls itself. Invoices take the legal name of the organization. */
    name: Line(100, 3),
    /** An https address, or one that POST /dms/upload-url answered. */
    logo: v.optional(ShownAddress),
    /** The address of the office. */
    address: TeamAddress,
    /**
     * The IANA zone in which days begin: lists, reports and due dates use it.
     * @example America/Monterrey
     */
    timeZone: v.pipe(
      Line(64, 1),
      v.check(
        isTimeZone,
        said({
          en: 'Send an IANA time zone, such as America/Mexico_City.',
          es: 'Envíe una zona horaria de la IANA, por ejemplo America/Mexico_City.',
        }),
      ),
    ),
  }),
);
export type TeamChanges = v.InferOutput<typeof TeamChanges>;

/**
 * True for an IANA time zone of the runtime. Newer runtimes also accept an offset such as +05:00, which is refused here
 * because it has no daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  try {
    return !/^[+-]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The maximum number of invites in one request. Their accounts are read in one BatchGetItem, which takes at most 100
 * keys.
 */
export const MAXIMUM_INVITES = 97;

/** Body of POST /teams. An invalid address is answered with the status `invalid` and does not fail the request. */
export const NewTeam = v.object({
  /** How the carrier calls itself. Invoices take the legal name of the organization. */
  name: Line(100, 3),
  /** The address of the office. */
  address: TeamAddress,
  /** E-mail addresses to invite. One that is not an address is answered as invalid. */
  invites: v.optional(List(SentLine(), MAXIMUM_INVITES), []),
});
export type NewTeam = v.InferOutput<typeof NewTeam>;

export const InvitationOutcome = v.object({
  email: v.string(),
  /** added: the account is a member now. invited: a mail was sent. invalid: not an address. */
  status: v.picklist(['added', 'invited', 'invalid']),
  message: Message,
});
export type InvitationOutcome = v.InferInput<typeof InvitationOutcome>;

/** Body of POST /teams/{teamId}/invitations. */
export const NewInvitations = v.object({
  /** E-mail addresses to invite. One that is not an address is answered as invalid. */
  invites: List(SentLine(), MAXIMUM_INVITES, 1),
});

/** The team with the caller's role, as its members read it. */
export const TeamWithRole = v.object({
  ...Team.entries,
  joinCode: Line(10),
  /** What the caller may do in the team. */
  userRole: v.picklist(ROLES),
});
export type TeamWithRole = v.InferOutput<typeof TeamWithRole>;

/** The team as a member with this role reads it: with `joinCode: ADMINS` a MEMBER reads an empty code. */
export function teamFor({ policies, ...team }: TeamRecord, userRole: Role): TeamWithRole {
  const isHidden = policiesOf({ policies }).joinCode === 'ADMINS' && !hasRole(userRole, 'ADMIN');
  return { ...team, ...(isHidden && { joinCode: '' }), userRole };
}

/** The team in the list of a user's teams. Only GET /teams/{teamId} answers the join code. */
export const ListedTeam = v.omit(TeamWithRole, ['joinCode']);
export type ListedTeam = v.InferOutput<typeof ListedTeam>;

export const teamKey = (teamId: string) => key(TeamRecord, ofTeam(teamId), 'TEAM');

export const membershipKey = (teamId: string, userId: string) => key(Membership, ofTeam(teamId), `MEMBER#${userId}`);
export const membersOf = (teamId: string) => part(Membership, ofTeam(teamId), 'MEMBER#');
export const teamsOfUser = (userId: string) => ({ gsi1pk: `USER#${userId}#TEAMS` });
export const membershipIndexes = ({ teamId, userId }: Membership): IndexKeys => ({
  ...teamsOfUser(userId),
  gsi1sk: teamId,
});

/** The number of invitation mails on one day, per inviter or per recipient, and of the users that an inviter added. */
const MailQuota = v.object({
  mails: v.optional(v.number()),
  added: v.optional(v.number()),
  [TIME_TO_LIVE]: v.optional(v.number()),
});
export const mailQuotaKey = (who: { inviter: string } | { recipient: string }, day: string) =>
  key(MailQuota, `MAIL_QUOTA#${'inviter' in who ? `USER#${who.inviter}` : `EMAIL#${who.recipient}`}`, `DAY#${day}`);
