import { auditStep } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { allOf, type Condition } from '../platform/table/expression';
import { getItem, queryIndex } from '../platform/table/read';
import { check, create, deleteItem, putItem, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { sessionLimitsOf } from '../platform/values/session-limits';
import { INVITERS, invitationIsOpen, invitationKey, invitationsOfEmail } from './invitation';
import { AddressChanged, moveTo } from './move-account';
import { followPolicies } from './policies';
import { type Membership, membershipIndexes, membershipKey } from './team';
import type { SignedInUser, User } from './user';
import { accountKey, registrationKey, userKey } from './user';

/** The maximum number of invitations that one sign-in accepts. Further ones wait for the next sign-in. */
const INVITATIONS_A_SIGN_IN = 25;

/** A registration's name and phone are deleted after ninety days without a sign-in. */
const REGISTRATION_SECONDS = 90 * 24 * 60 * 60;

/**
 * Runs after every sign-in. Creates the profile at the first one, and turns the invitations of the address into
 * memberships. Doing both at every sign-in completes one that was interrupted.
 */
export const welcomeUser = capability(
  {
    table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    tableKeys: ['EMAIL#', 'TEAM#', 'USER#'],
    gsi1: ['Query'],
    gsi1Keys: ['EMAIL#', 'USER#'],
  },
  (context) =>
    async (signedIn: SignedInUser): Promise<User> => {
      const stored = (await getItem(context, userKey(signedIn.id))) ?? (await makeProfile(context, signedIn));
      const user = await withAddress(context, stored, signedIn.email);
      const waiting = await queryIndex(context, 'gsi1', invitationsOfEmail(user.email).gsi1pk, {
        limit: INVITATIONS_A_SIGN_IN,
      });
      for (const teamId of waiting.positions) await joinByInvitation(context, user, teamId);
      return user;
    },
);

/**
 * The user with the address of the sign-in: a change of the address can be interrupted after Cognito's part, or made by
 * an operator. If the table has given the address to another user, the old one stays.
 */
async function withAddress(context: Context, user: User, email: string): Promise<User> {
  if (user.email.toLowerCase() === email.toLowerCase()) return user;
  return moveTo(context, user, email.toLowerCase()).catch((failure: unknown) => {
    if (!(failure instanceof AddressChanged)) throw failure;
    return user;
  });
}

/**
 * Stores name and phone until the first sign-in creates the profile. Replaces an existing note wholly: a stranger may have
 * registered the address before.
 */
export const noteRegistration = capability(
  { table: ['PutItem'], tableKeys: ['USER#'] },
  (context) => async (userId: string, profile: Pick<User, 'name' | 'phone'>) => {
    await transact(context, [putItem(registrationKey(userId), noteOf(context, profile))]);
  },
);

/**
 * Like {@link noteRegistration}, but keeps an existing note: a second registration of an unconfirmed address must not
 * change the name.
 */
export const noteRegistrationOnce = capability(
  { table: ['PutItem'], tableKeys: ['USER#'] },
  (context) => async (userId: string, profile: Pick<User, 'name' | 'phone'>) => {
    const note = create(registrationKey(userId), noteOf(context, profile), () => new AlreadyThere());
    await transact(context, [note]).catch(ignoreAlreadyThere);
  },
);

const noteOf = (context: Context, { name, phone }: Pick<User, 'name' | 'phone'>) => ({
  ...(name && { name }),
  ...(phone && { phone }),
  expires: Math.floor(context.now().getTime() / 1000) + REGISTRATION_SECONDS,
});

async function makeProfile(context: Context, signedIn: SignedInUser): Promise<User> {
  const { id, email } = signedIn;
  const note = await getItem(context, registrationKey(id));
  const { name = signedIn.name, phone = signedIn.phone } = note ?? {};
  const now = context.now().toISOString();
  const user: User = { id, email, ...(name && { name }), ...(phone && { phone }), createdAt: now, updatedAt: now };
  await transact(context, [
    create(userKey(id), user, () => new AlreadyThere()),
    putItem(accountKey(email), { userId: id }),
  ]).catch(ignoreAlreadyThere);
  return user;
}

/**
 * Deletes the invitation and creates the membership in one transaction, so that concurrent sign-ins join once. If the
 * invitation has ended, its inviter may no longer invite, or the user is a member already, only the invitation is deleted: it would take one of the
 * places of {@link INVITATIONS_A_SIGN_IN} until the time-to-live deletes it.
 */
async function joinByInvitation(context: Context, user: User, teamId: string): Promise<void> {
  const key = invitationKey(teamId, user.email);
  const invitation = await getItem(context, key);
  if (invitation === undefined) return;
  const now = context.now();
  const { invitedBy: inviter } = invitation;
  const asRead = { equals: { invitedBy: inviter } };
  const isOpen = allOf(invitationIsOpen(now), asRead);
  const takeInvitation = deleteItem(key, isOpen, (found) => (found ? new Ended() : new AlreadyThere()));
  const join = joinSteps(context, { ...memberOf(user), teamId, role: 'MEMBER', accepted: false });
  try {
    // The removal of the inviter does not end an invitation that is written at the same moment.
    const isByInviter = inviterSteps({ teamId, inviter, userId: user.id }, () => new InviterGone());
    await transact(context, [takeInvitation, ...isByInviter, ...join]);
    await followPolicies(context, teamId, user.id);
  } catch (failure) {
    if (failure instanceof InviterGone) return dropInvitation(context, key, asRead);
    const hasEnded = failure instanceof Ended;
    if (!hasEnded) ignoreAlreadyThere(failure);
    // An invitation that was renewed meanwhile stays for the next sign-in.
    await dropInvitation(context, key, hasEnded ? { absentOrAtMost: { expiresAt: now.toISOString() } } : {});
  }
}

interface Admission {
  readonly teamId: string;
  readonly inviter: string;
  /** The user who joins the team. */
  readonly userId: string;
}

/**
 * The check that the inviter was not removed and has no lower role. An inviter with a second address is a member already, and a transaction names
 * each record once.
 */
export const inviterSteps = ({ teamId, inviter, userId }: Admission, refused: () => Error): Step[] =>
  inviter === userId ? [] : [check(membershipKey(teamId, inviter), { oneOf: { role: INVITERS } }, refused)];

const dropInvitation = (context: Context, key: ReturnType<typeof invitationKey>, condition: Condition): Promise<void> =>
  transact(context, [deleteItem(key, condition, () => new AlreadyThere())]).catch(ignoreAlreadyThere);

/** The inviter was removed, or may no longer invite. */
class InviterGone extends Error {}

/** The invitation exists, and its time is over. */
class Ended extends Error {}

/**
 * The fields that a membership copies from its user. The session limit is copied so that ended sessions stay ended in
 * teams that the user joins later.
 */
export const memberOf = ({ id, email, name, hasFactor, ...user }: User) => ({
  userId: id,
  email,
  ...(name && { name }),
  ...sessionLimitsOf(user),
  ...(hasFactor !== undefined && { hasFactor }),
});

/** The user is a member of the team already. */
export class AlreadyMember extends AlreadyThere {
  constructor(readonly hasAccepted: boolean) {
    super('The user is a member of the team already.');
  }
}

/** The steps that create a membership with its audit entry. They throw {@link AlreadyMember} for an existing member. */
export function joinSteps(context: Context, member: Omit<Membership, 'joinedAt'>): Step[] {
  const membership: Membership = { ...member, joinedAt: context.now().toISOString() };
  const actor = { id: member.userId, teamId: member.teamId };
  return [
    create(
      membershipKey(member.teamId, member.userId),
      membership,
      (found) => new AlreadyMember(found?.accepted !== false),
      membershipIndexes(membership),
    ),
    auditStep(context, actor, {
      entityType: 'TEAM',
      entityId: member.teamId,
      action: 'UPDATE',
      changes: { joined: member.userId },
    }),
  ];
}
