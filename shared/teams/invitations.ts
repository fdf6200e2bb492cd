import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere, ignoreAlreadyThere } from '../platform/table/already-there';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { listItems } from '../platform/table/lists';
import { getItem, getItems } from '../platform/table/read';
import { create, deleteItem, incrementIf, type Step } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { Email } from '../platform/values/fields';
import type { Page } from '../platform/values/pages';
import type { Invitation, InvitationOutcome } from './team';
import { invitationIndexes, invitationKey, invitationsOf, mailQuotaKey, teamKey } from './team';
import type { User } from './user';
import { accountKey, userKey } from './user';
import { joinSteps, memberOf } from './users';

/** Somebody to be brought into a team: a user who is added at once, or an address that is invited. */
export interface Invite {
  readonly email: string;
  readonly userId: string | undefined;
}

/** An inviter sends at most 100 mails a day, and a recipient gets at most 3. */
const MAILS_A_DAY_BY_INVITER = 100;
const MAILS_A_DAY_TO_RECIPIENT = 3;
const DAY_SECONDS = 24 * 60 * 60;
/** Invitations carried out side by side: each is a small transaction of its own. */
const SIDE_BY_SIDE = 10;

const OUTCOMES = {
  added: 'Added to the team.',
  invited: 'Invited; joins the team with the first sign-in.',
  invalid: 'Not an e-mail address that can be invited. Check it and invite again.',
} as const;

const outcome = (email: string, status: keyof typeof OUTCOMES): InvitationOutcome => ({
  email,
  status,
  message: OUTCOMES[status],
});

/** Decides each address: malformed or the owner's own is invalid, a user's is added, another's invited; a repeated one counts once. */
export async function planInvites(context: Context, owner: User, addresses: readonly string[]) {
  const distinct = [...new Set(addresses.map((address) => address.trim().toLowerCase()))];
  const valid = distinct.filter((address) => address !== owner.email && v.is(Email, address));
  const accounts = await getItems(context, valid.map(accountKey));
  const invites: Invite[] = valid.map((email, index) => ({ email, userId: accounts[index]?.userId }));
  const statusOf = new Map(
    invites.map(({ email, userId }) => [email, userId === undefined ? 'invited' : 'added'] as const),
  );
  return { invites, outcomes: distinct.map((email) => outcome(email, statusOf.get(email) ?? 'invalid')) };
}

/** Takes the mails of these invites from the inviter's day, in the transaction that they belong to; past the limit 429. */
export function inviterQuotaStep(context: Context, inviter: string, invites: readonly Invite[]): Step[] {
  const mails = invites.filter(({ userId }) => userId === undefined).length;
  return mails === 0 ? [] : [quotaStep(context, { inviter }, mails, MAILS_A_DAY_BY_INVITER)];
}

function quotaStep(
  context: Context,
  who: { inviter: string } | { recipient: string },
  mails: number,
  limit: number,
): Step {
  const now = context.now();
  const change = { add: { mails }, set: { [TIME_TO_LIVE]: Math.floor(now.getTime() / 1000) + 2 * DAY_SECONDS } };
  return incrementIf(
    mailQuotaKey(who, now.toISOString().slice(0, 10)),
    change,
    { absentOrAtMost: { mails: limit - mails } },
    () =>
      new AppError('TOO_MANY_REQUESTS', {
        retryAfter: secondsToMidnight(now),
        message: 'No more invitations can be mailed today. Try again tomorrow.',
      }),
  );
}

const secondsToMidnight = (now: Date): number => DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS);

/**
 * Carries invites out, each in a transaction of its own, and answers the addresses to mail. What is there already stays as it is; who is
 * invited again is mailed again, because the first mail may be lost. A recipient who has had the day's mails is invited without one.
 */
export const recordInvitations = capability(
  { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  (context) =>
    async (teamId: string, inviter: string, invites: readonly Invite[]): Promise<string[]> => {
      const toMail: string[] = [];
      for (let start = 0; start < invites.length; start += SIDE_BY_SIDE) {
        const part = invites.slice(start, start + SIDE_BY_SIDE);
        const mailed = await Promise.all(part.map((invite) => recordOne(context, teamId, inviter, invite)));
        toMail.push(...part.filter((_, index) => mailed[index]).map(({ email }) => email));
      }
      return toMail;
    },
);

export const listInvitations = capability(
  { table: ['Query'] },
  (context) => (teamId: string, page: Page) => listItems(context, invitationsOf(teamId), page),
);

/** Plans invitations of an administrator and takes their mails from the day's; past the limit nothing is done (TOO_MANY_REQUESTS). */
export const planInvitations = capability(
  { table: ['BatchGetItem', 'UpdateItem'] },
  (context) => async (actor: TeamActor, addresses: readonly string[]) => {
    const [inviter, team] = await getItems(context, [userKey(actor.id), teamKey(actor.teamId)]);
    if (inviter === undefined || team === undefined) throw new AppError('UNAUTHENTICATED');
    const plan = await planInvites(context, inviter, addresses);
    const steps = inviterQuotaStep(context, actor.id, plan.invites);
    if (steps.length > 0) await transact(context, steps);
    return { ...plan, inviter, team };
  },
);

/** Withdraws an invitation. NOT_FOUND when there is none, or it was taken up. */
export const withdrawInvitation = capability(
  { table: ['DeleteItem', 'PutItem'] },
  (context) => async (actor: TeamActor, email: string) => {
    await transact(context, [
      deleteItem(invitationKey(actor.teamId, email), {}, () => new AppError('NOT_FOUND')),
      auditStep(context, actor, {
        entityType: 'TEAM',
        entityId: actor.teamId,
        action: 'UPDATE',
        changes: { fields: ['invitations'] },
      }),
    ]);
  },
);

/** True when the address is to be mailed. */
async function recordOne(
  context: Context,
  teamId: string,
  inviter: string,
  { email, userId }: Invite,
): Promise<boolean> {
  if (userId !== undefined) {
    await addUser(context, teamId, userId);
    return false;
  }
  const invitation: Invitation = { teamId, email, invitedBy: inviter, createdAt: context.now().toISOString() };
  const record = create(
    invitationKey(teamId, email),
    invitation,
    () => new AlreadyThere(),
    invitationIndexes(invitation),
  );
  const quota = quotaStep(context, { recipient: email }, 1, MAILS_A_DAY_TO_RECIPIENT);
  try {
    await transact(context, [record, quota]).catch((failure: unknown) => {
      ignoreAlreadyThere(failure);
      return transact(context, [quota]);
    });
    return true;
  } catch (failure) {
    if (!(failure instanceof AppError && failure.code === 'TOO_MANY_REQUESTS')) throw failure;
    await transact(context, [record]).catch(ignoreAlreadyThere);
    return false;
  }
}

/** The membership repeats the profile as it is now: the name, and which sessions are over. */
async function addUser(context: Context, teamId: string, userId: string): Promise<void> {
  const user = await getItem(context, userKey(userId));
  if (user === undefined) throw new Error('An account led to no user.');
  await transact(context, joinSteps(context, { ...memberOf(user), teamId, role: 'MEMBER' })).catch(ignoreAlreadyThere);
}
