import { auditStep } from '../audit/audit';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { getItem, queryIndex } from '../platform/table/read';
import { create, deleteItem, putItem, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Membership } from './team';
import { invitationKey, invitationsOfEmail, membershipIndexes, membershipKey } from './team';
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
  { table: ['GetItem', 'PutItem', 'DeleteItem'], gsi1: ['Query'] },
  (context) => async (signedIn: SignedInUser) => {
    const user = (await getItem(context, userKey(signedIn.id))) ?? (await makeProfile(context, signedIn));
    const waiting = await queryIndex(context, 'gsi1', invitationsOfEmail(user.email).gsi1pk, {
      limit: INVITATIONS_A_SIGN_IN,
    });
    for (const teamId of waiting.positions) await joinByInvitation(context, user, teamId);
  },
);

/** Stores name and phone of a registration until the first sign-in creates the profile. */
export const noteRegistration = capability(
  { table: ['PutItem'] },
  (context) => async (userId: string, profile: Pick<User, 'name' | 'phone'>) => {
    await transact(context, [putItem(registrationKey(userId), noteOf(context, profile))]);
  },
);

/**
 * Like {@link noteRegistration}, but keeps an existing note: a second registration of an unconfirmed address must not
 * change the name.
 */
export const noteRegistrationOnce = capability(
  { table: ['PutItem'] },
  (context) => async (userId: string, profile: Pick<User, 'name' | 'phone'>) => {
    const note = create(registrationKey(userId), noteOf(context, profile), () => new AlreadyThere());
    await transact(context, [note]).catch(ignoreAlreadyThere);
  },
);

const noteOf = (context: Context, { name, phone }: Pick<User, 'name' | 'phone'>) => ({
  name,
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
 * user is a member already, only the invitation is deleted.
 */
async function joinByInvitation(context: Context, user: User, teamId: string): Promise<void> {
  const deleteInvitation = deleteItem(invitationKey(teamId, user.email), {}, () => new AlreadyThere());
  const join = joinSteps(context, { ...memberOf(user), teamId, role: 'MEMBER' });
  try {
    await transact(context, [deleteInvitation, ...join]);
  } catch (failure) {
    ignoreAlreadyThere(failure);
    await transact(context, [deleteInvitation]).catch(ignoreAlreadyThere);
  }
}

/**
 * The fields that a membership copies from its user. The session limit is copied so that ended sessions stay ended in
 * teams that the user joins later.
 */
export const memberOf = ({ id, email, name, sessionsValidFrom }: User) => ({
  userId: id,
  email,
  ...(name && { name }),
  ...(sessionsValidFrom && { sessionsValidFrom }),
});

/** The steps that create a membership with its audit entry. They throw {@link AlreadyThere} for an existing member. */
export function joinSteps(context: Context, member: Omit<Membership, 'joinedAt'>): Step[] {
  const membership: Membership = { ...member, joinedAt: context.now().toISOString() };
  const actor = { id: member.userId, teamId: member.teamId };
  return [
    create(
      membershipKey(member.teamId, member.userId),
      membership,
      () => new AlreadyThere(),
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
