import * as v from 'valibot';
import { auditStep, type TeamActor } from '../audit/audit';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, createOnce, isCreationOpen, type Once } from '../platform/table/idempotency';
import { listItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import { deleteItem } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { Email } from '../platform/values/fields';
import type { Page } from '../platform/values/pages';
import type { Text } from '../platform/values/text';
import { invitationIsOpen, invitationKey, invitationsOf } from './invitation';
import { type Invite, inviterQuotaStep, withinAddedQuota } from './invitation-quotas';
import { InvitationOutcome, teamKey } from './team';
import type { User } from './user';
import { accountKey, userKey } from './user';

const OUTCOMES = {
  added: { en: 'Added to the team.', es: 'Se agregó a la empresa.' },
  invited: {
    en: 'Invited; joins the team at the next sign-in.',
    es: 'Se invitó; entrará a la empresa en su próximo inicio de sesión.',
  },
  invalid: {
    en: 'Not an e-mail address that can be invited. Check it and invite again.',
    es: 'No es un correo electrónico que se pueda invitar. Revíselo e invite de nuevo.',
  },
} as const satisfies Record<InvitationOutcome['status'], Text>;

export const outcomeOf = (email: string, status: InvitationOutcome['status']): InvitationOutcome => ({
  email,
  status,
  message: OUTCOMES[status],
});

/**
 * Classifies each address. A malformed address and the owner's own are invalid. The first users, `addable` of them, are
 * added, and all others are invited. Duplicates count once.
 */
export async function planInvites(context: Context, owner: User, addresses: readonly string[], addable: number) {
  const distinct = [...new Set(addresses.map((address) => inLowerCase(address.trim())))];
  const valid = distinct.filter((address) => address !== owner.email && v.is(Email, address));
  const accounts = await getItems(context, valid.map(accountKey));
  const users = valid.map((email, index) => ({ email, userId: accounts[index]?.userId }));
  const toAdd = new Set(
    users
      .filter(({ userId }) => userId !== undefined)
      .slice(0, addable)
      .map(({ email }) => email),
  );
  const invites: Invite[] = users.map(({ email, userId }) => ({
    email,
    userId: toAdd.has(email) ? userId : undefined,
  }));
  const statusOf = new Map(
    invites.map(({ email, userId }) => [email, userId === undefined ? 'invited' : 'added'] as const),
  );
  return { invites, outcomes: distinct.map((email) => outcomeOf(email, statusOf.get(email) ?? 'invalid')) };
}

/**
 * The invites of a creation that was answered before and interrupted before it wrote them; none after it wrote them. An
 * address that was answered as `invited` is not added now.
 */
export async function leftInvites(
  context: Context,
  owner: User,
  once: Once,
  answered: readonly InvitationOutcome[],
): Promise<readonly Invite[]> {
  if (!(await isCreationOpen(context, once))) return [];
  const addresses = answered.map(({ email }) => email);
  const { invites } = await planInvites(context, owner, addresses, addresses.length);
  const added = new Set(answered.filter(({ status }) => status === 'added').map(({ email }) => email));
  return invites.map((invite) => (added.has(invite.email) ? invite : { ...invite, userId: undefined }));
}

/** Invitations follow after the creation. */
export const OPEN = { isOpen: true } as const;

/** Outcomes as stored for a repeated request. The message of an invitation follows from its status. */
export const StoredOutcomes = v.array(v.object({ ...InvitationOutcome.entries, message: v.string() }));

export const storedOutcomes = (outcomes: readonly InvitationOutcome[]): v.InferOutput<typeof StoredOutcomes> =>
  outcomes.map((one) => ({ ...one, message: one.message.en }));

/** Changes ASCII letters only: the lower case of another letter can be the address of another mailbox. */
const inLowerCase = (address: string): string => address.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The invitations that have not ended. */
export const listInvitations = capability({ table: ['Query'] }, (context) => (teamId: string, page: Page) => {
  const now = context.now().toISOString();
  const list = { ...invitationsOf(teamId), filters: ['open'] };
  return listItems(context, { ...list, keep: ({ expiresAt }) => expiresAt > now }, page);
});

/**
 * Plans invitations and counts them against the administrator's daily limits. Users beyond the limit of added people
 * are invited. Above the limit of mails nothing is written (TOO_MANY_REQUESTS). A repeat with the same Idempotency-Key
 * gets the first outcomes, and invites only if the first request was interrupted before it wrote them.
 */
export const planInvitations = capability(
  {
    table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'UpdateItem'],
    tableKeys: ['CALLER#', 'EMAIL#', 'MAIL_QUOTA#', 'TEAM#', 'USER#'],
  },
  (context) => async (actor: TeamActor, addresses: readonly string[], once?: Once) => {
    const [inviter, team] = await getItems(context, [userKey(actor.id), teamKey(actor.teamId)]);
    if (inviter === undefined || team === undefined) throw new AppError('UNAUTHENTICATED');
    const invitesOf = new Map<unknown, readonly Invite[]>();
    const plan = async (addable: number) => {
      const { invites, outcomes } = await planInvites(context, inviter, addresses, addable);
      const result = storedOutcomes(outcomes);
      invitesOf.set(result, invites);
      return { result, steps: inviterQuotaStep(context, actor.id, invites), ...(invites.length > 0 && OPEN) };
    };
    const stored = await withinAddedQuota((addable) => createOnce(context, once, StoredOutcomes, () => plan(addable)));
    const outcomes = stored.map(({ email, status }) => outcomeOf(email, status));
    // The result of an earlier request is another object.
    const own = invitesOf.get(stored);
    const invites = own ?? (once === undefined ? [] : await leftInvites(context, inviter, once, outcomes));
    return { invites, outcomes, inviter, team };
  },
);

/** Withdraws an invitation. Throws NOT_FOUND when it does not exist, was accepted or has ended. */
export const withdrawInvitation = capability(
  { table: ['DeleteItem', 'PutItem'] },
  (context) => async (actor: TeamActor, email: string) => {
    await transact(context, [
      deleteItem(invitationKey(actor.teamId, email), invitationIsOpen(context.now()), () => new AppError('NOT_FOUND')),
      auditStep(context, actor, {
        entityType: 'TEAM',
        entityId: actor.teamId,
        action: 'UPDATE',
        changes: { fields: ['invitations'] },
      }),
    ]);
  },
);
