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

/** A person to add to a team: an existing user becomes a member at once, any other address gets an invitation. */
export interface Invite {
  readonly email: string;
  readonly userId: string | undefined;
}

/** The daily limits of invitation mails. */
const MAILS_A_DAY_BY_INVITER = 100;
const MAILS_A_DAY_TO_RECIPIENT = 3;
const DAY_SECONDS = 24 * 60 * 60;
/** The number of invitations that are written concurrently, each in its own transaction. */
const CONCURRENCY = 10;

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

/**
 * Classifies each address. A malformed address and the owner's own are invalid, a user's is added, any other is
 * invited. Duplicates count once.
 */
export async function planInvites(context: Context, owner: User, addresses: readonly string[]) {
  const distinct = [...new Set(addresses.map((address) => inLowerCase(address.trim())))];
  const valid = distinct.filter((address) => address !== owner.email && v.is(Email, address));
  const accounts = await getItems(context, valid.map(accountKey));
  const invites: Invite[] = valid.map((email, index) => ({ email, userId: accounts[index]?.userId }));
  const statusOf = new Map(
    invites.map(({ email, userId }) => [email, userId === undefined ? 'invited' : 'added'] as const),
  );
  return { invites, outcomes: distinct.map((email) => outcome(email, statusOf.get(email) ?? 'invalid')) };
}

/** Changes ASCII letters only: the lower case of another letter can be the address of another mailbox. */
const inLowerCase = (address: string): string => address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Counts the mails of these invites against the inviter's daily limit. Above the limit the transaction answers 429. */
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
        message: 'The daily limit of invitation mails is reached. Try again tomorrow.',
      }),
  );
}

const secondsToMidnight = (now: Date): number => DAY_SECONDS - (Math.floor(now.getTime() / 1000) % DAY_SECONDS);

/**
 * Writes the invites, each in its own transaction, and returns the addresses to mail. Existing invitations and members
 * stay unchanged. A repeated invitation is mailed again, because the first mail may be lost. A recipient who reached
 * the daily limit is invited without a mail.
 */
export const recordInvitations = capability(
  { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  (context) =>
    async (teamId: string, inviter: string, invites: readonly Invite[]): Promise<string[]> => {
      const toMail: string[] = [];
      for (let start = 0; start < invites.length; start += CONCURRENCY) {
        const part = invites.slice(start, start + CONCURRENCY);
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

/**
 * Plans invitations and counts their mails against the administrator's daily limit. Above the limit nothing is written
 * (TOO_MANY_REQUESTS).
 */
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

/** Withdraws an invitation. Throws NOT_FOUND when it does not exist or was accepted. */
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

/** Writes one invite. Returns true when the address must be mailed. */
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

/** Adds a user to the team. The membership copies the current name and session limit of the profile. */
async function addUser(context: Context, teamId: string, userId: string): Promise<void> {
  const user = await getItem(context, userKey(userId));
  if (user === undefined) throw new Error('The user of an account does not exist.');
  await transact(context, joinSteps(context, { ...memberOf(user), teamId, role: 'MEMBER' })).catch(ignoreAlreadyThere);
}
