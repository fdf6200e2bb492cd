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

/** As many invitations as one sign-in takes up; more wait for the next one. */
const INVITATIONS_A_SIGN_IN = 25;

/** How long the words of a registration wait for its first sign-in: ninety days. */
const REGISTRATION_SECONDS = 90 * 24 * 60 * 60;

/**
 * Receives a user whom the identity pool has just signed in: makes the profile at the first sign-in, and turns the invitations that wait
 * for the address into memberships. Both are asked at every sign-in, so that what was cut off is done by the next.
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

/** Keeps what a registration told, until the first sign-in makes the profile of it or nobody ever confirms the address. */
export const noteRegistration = capability(
  { table: ['PutItem'] },
  (context) => async (userId: string, told: Pick<User, 'name' | 'phone'>) => {
    await transact(context, [putItem(registrationKey(userId), noteOf(context, told))]);
  },
);

/** The same, but what was told before stays: whoever registers a waiting address again must not give it another name. */
export const noteRegistrationOnce = capability(
  { table: ['PutItem'] },
  (context) => async (userId: string, told: Pick<User, 'name' | 'phone'>) => {
    const note = create(registrationKey(userId), noteOf(context, told), () => new AlreadyThere());
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
 * Takes the invitation away and makes the membership, or does neither: two sign-ins at once join once. An invitation to a team that the
 * user is in already is only taken away.
 */
async function joinByInvitation(context: Context, user: User, teamId: string): Promise<void> {
  const takeAway = deleteItem(invitationKey(teamId, user.email), {}, () => new AlreadyThere());
  const join = joinSteps(context, { ...memberOf(user), teamId, role: 'MEMBER' });
  try {
    await transact(context, [takeAway, ...join]);
  } catch (failure) {
    ignoreAlreadyThere(failure);
    await transact(context, [takeAway]).catch(ignoreAlreadyThere);
  }
}

/** What a membership repeats of its user: sessions that are over stay so in a team that is joined later. */
export const memberOf = ({ id, email, name, sessionsValidFrom }: User) => ({
  userId: id,
  email,
  ...(name && { name }),
  ...(sessionsValidFrom && { sessionsValidFrom }),
});

/** Makes a membership, with its audit entry. Refused as {@link AlreadyThere} when there is one. */
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
