import { auditStep, type TeamActor } from '../../audit/audit';
import { expirySteps, NEW_EXPIRY_PERMISSIONS } from '../../expiry/expiry-writes';
import { invoiceCountKey } from '../../invoices/invoice-record';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { type Condition, unchanged } from '../../platform/table/expression';
import { getItem } from '../../platform/table/read';
import { check, create, type Step, unexpectedConflict, update } from '../../platform/table/steps';
import { transact } from '../../platform/table/transact';
import {
  isReady,
  type LegalData,
  MOST_LIVE_KEYS_A_DAY,
  type ProviderReadiness,
  type ReadyAccount,
  recentAsks,
  type SigningCertificate,
  type StampingAccount,
  stampingAccountKey,
  webhookTokenKey,
} from './organization';

/** Longer than a function may run, and than a create whose answer was lost acts late: a lease that outlives its holder is nobody's. */
const LEASE_MS = 60_000;

/** A team's account at the stamping provider; undefined before its organization was begun. */
export const readStampingAccount = capability(
  { table: ['GetItem'] },
  (context) => (teamId: string) => getItem(context, stampingAccountKey(teamId)),
);

/** The account whose webhooks are sent to the address with this token. */
export const readWebhookAccount = capability({ table: ['GetItem'] }, (context) => async (token: string) => {
  const owner = await getItem(context, webhookTokenKey(token));
  return owner && getItem(context, stampingAccountKey(owner.teamId));
});

/** An account that this call holds: nobody else makes or changes anything of it at the provider meanwhile. */
export type LeasedAccount = StampingAccount & { readonly leasedUntil: string };

/**
 * Takes the team's account for one change at the provider, and begins it where there is none. CONFLICT while somebody else holds it: of two
 * who make the organization at once one makes it, and the other is told.
 */
export const leaseStampingAccount = capability(
  { table: ['GetItem', 'PutItem', 'UpdateItem'] },
  (context) =>
    async (actor: TeamActor, legal: LegalData): Promise<LeasedAccount> => {
      const found = await getItem(context, stampingAccountKey(actor.teamId));
      return found ? lease(context, found) : begin(context, actor, legal);
    },
);

async function begin(context: Context, { teamId }: TeamActor, legal: LegalData): Promise<LeasedAccount> {
  const now = context.now().toISOString();
  const account: LeasedAccount = {
    ...legal,
    teamId,
    livemode: false,
    isProductionReady: false,
    pendingSteps: [],
    webhookToken: Buffer.from(context.randomBytes(32)).toString('base64url'),
    leasedUntil: leaseEnd(context),
    createdAt: now,
    updatedAt: now,
  };
  await transact(context, [
    create(stampingAccountKey(teamId), account, isBusy),
    create(webhookTokenKey(account.webhookToken), { teamId }, unexpectedConflict('A webhook token')),
  ]);
  return account;
}

async function lease<A extends StampingAccount>(
  context: Context,
  account: A,
  set: Partial<StampingAccount> = {},
  condition: Pick<Condition, 'equals' | 'absent'> = {},
): Promise<A & LeasedAccount> {
  const leasedUntil = leaseEnd(context);
  const free = { ...condition, absentOrAtMost: { leasedUntil: context.now().toISOString() } };
  await transact(context, [update(stampingAccountKey(account.teamId), { set: { ...set, leasedUntil } }, free, isBusy)]);
  return { ...account, ...set, leasedUntil };
}

const leaseEnd = (context: Context): string => new Date(context.now().getTime() + LEASE_MS).toISOString();

const isBusy = (): AppError =>
  new AppError('CONFLICT', {
    message: 'The organization is being made or changed by another call. Try again in a minute.',
  });

/** Changes an account that is held; CONFLICT when the lease went to another. */
const changeHeld = (
  context: Context,
  account: LeasedAccount,
  set: Partial<StampingAccount>,
  cleared: readonly string[] = [],
): Step =>
  update(
    stampingAccountKey(account.teamId),
    { set: { ...set, updatedAt: context.now().toISOString() }, remove: cleared },
    { equals: { leasedUntil: account.leasedUntil } },
    isBusy,
  );

/** Gives the account back unchanged. Whoever holds it by then keeps it. */
export const releaseStampingAccount = capability(
  { table: ['UpdateItem'] },
  (context) => async (account: LeasedAccount) => {
    await transact(context, [changeHeld(context, account, {}, ['leasedUntil'])]).catch((failure: unknown) => {
      if (!(failure instanceof AppError && failure.code === 'CONFLICT')) throw failure;
    });
  },
);

/** Writes down which organization is the team's as soon as it is known: whoever dies after this made no second one. */
export const keepOrganization = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (account: LeasedAccount, organizationId: string): Promise<LeasedAccount> => {
      await transact(context, [changeHeld(context, account, { organizationId })]);
      return { ...account, organizationId };
    },
);

/** What making or updating the organization came to. Secrets are envelopes. */
export interface MadeOrganization {
  readonly organizationId: string;
  readonly legal: LegalData;
  readonly readiness: ProviderReadiness;
  readonly testKey: string;
  readonly webhookSecret: string | undefined;
}

/** Writes down a made or updated organization and gives the account back. */
export const finishOrganization = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, account: LeasedAccount, made: MadeOrganization): Promise<ReadyAccount> => {
      const { legal, readiness, ...keys } = made;
      const set = { ...legal, ...readiness, ...keys };
      const changed = isReady(account) ? Object.keys(legal) : undefined;
      await transact(context, [
        changeHeld(context, account, set, ['leasedUntil']),
        organizationAudit(context, actor, changed),
      ]);
      const { leasedUntil: _, ...free } = account;
      return { ...free, ...set, rfc: legal.rfc ?? account.rfc };
    },
);

/**
 * Writes down a seal that lies at the provider, and when it expires. Only over the one that was read: an older reading would part the record
 * from its paper, and both from the provider. UNAVAILABLE then: the same upload sent again reads anew. Of two who upload the same seal at once
 * the second finds it written down.
 */
export const saveCertificate = capability(
  { table: ['UpdateItem', ...NEW_EXPIRY_PERMISSIONS] },
  (context) =>
    async (
      actor: TeamActor,
      account: ReadyAccount,
      seal: SigningCertificate & ProviderReadiness,
    ): Promise<ReadyAccount> => {
      const { teamId } = account;
      const after = { ...account, ...seal };
      const steps = [
        update(
          stampingAccountKey(teamId),
          { set: { ...seal, updatedAt: context.now().toISOString() } },
          unchanged(account, ['csdSerial']),
          (found) => new CertificateChanged(found?.csdSerial),
        ),
        ...(await expirySteps(context, { teamId, entityType: 'ORGANIZATION', entityId: teamId }, account, after)),
        organizationAudit(context, actor, Object.keys(seal)),
      ];
      await transact(context, steps).catch((failure: unknown) => {
        if (!(failure instanceof CertificateChanged)) throw failure;
        if (failure.csdSerial === seal.csdSerial) return;
        throw new AppError('UNAVAILABLE', { message: 'Another seal was uploaded meanwhile. Send this one again.' });
      });
      return after;
    },
);

/** The account has another seal than it was read with. */
class CertificateChanged extends Error {
  constructor(readonly csdSerial: string | undefined) {
    super('The seal of the account changed since it was read.');
  }
}

/**
 * Takes the account to ask for a live key, and counts the ask before it is made: the provider makes one more key each time. CONFLICT while
 * somebody else holds it, TOO_MANY_REQUESTS after three of a day. `there` are the live keys that the provider has: at the first ask they are
 * somebody else's.
 */
export const leaseLiveKey = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async (account: ReadyAccount, there: readonly string[]): Promise<LeasedAccount & ReadyAccount> => {
      const asks = recentAsks(account, context.now());
      if (asks.length >= MOST_LIVE_KEYS_A_DAY) throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 86_400 });
      const set = {
        liveKeyAskedAt: [...asks, context.now().toISOString()],
        foreignLiveKeys: account.foreignLiveKeys ?? [...there],
      };
      const { liveKeyAskedAt } = account;
      // As they were read, or a call with an older reading would forget the asks of others.
      return lease(context, account, set, {
        equals: { liveKeyAskedAt },
        absent: ['liveKey', ...(liveKeyAskedAt ? [] : ['liveKeyAskedAt'])],
      });
    },
);

/** Writes down the live key that was got, as an envelope, and gives the account back. It does not stamp yet: see {@link goLive}. */
export const keepLiveKey = capability(
  { table: ['UpdateItem', 'PutItem'] },
  (context) =>
    async (actor: TeamActor, account: LeasedAccount & ReadyAccount, liveKey: string): Promise<ReadyAccount> => {
      await transact(context, [
        changeHeld(context, account, { liveKey }, ['leasedUntil']),
        organizationAudit(context, actor, ['liveKey']),
      ]);
      const { leasedUntil: _, ...free } = account;
      return { ...free, liveKey };
    },
);

/** Writes down the secret of the live key's own webhook, as an envelope. */
export const keepLiveWebhook = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ teamId, liveKey }: StampingAccount, liveWebhookSecret: string) => {
      await transact(context, [
        update(stampingAccountKey(teamId), { set: { liveWebhookSecret } }, { equals: { liveKey } }, isBusy),
      ]);
    },
);

/** Lets the live key stamp from now on, unless an invoice of the team is PENDING; answers whether it does. */
export const goLive = capability(
  { table: ['UpdateItem', 'PutItem', 'ConditionCheckItem'] },
  (context) =>
    async (actor: TeamActor, { teamId, liveKey, livemode }: StampingAccount): Promise<boolean> => {
      if (livemode || liveKey === undefined) return livemode;
      const steps = [
        update(
          stampingAccountKey(teamId),
          { set: { livemode: true, updatedAt: context.now().toISOString() } },
          { equals: { liveKey, livemode: false } },
          () => new ModeStays(),
        ),
        check(invoiceCountKey(teamId), { exists: undefined, absentOrAtMost: { PENDING: 0 } }, () => new ModeStays()),
        organizationAudit(context, actor, ['livemode']),
      ];
      return transact(context, steps).then(
        () => true,
        (failure: unknown) => {
          if (failure instanceof ModeStays) return false;
          throw failure;
        },
      );
    },
);

class ModeStays extends Error {}

/** Names what changed and not its values. */
const organizationAudit = (context: Context, actor: TeamActor, fields: readonly string[] | undefined): Step =>
  auditStep(context, actor, {
    entityType: 'ORGANIZATION',
    entityId: actor.teamId,
    action: fields ? 'UPDATE' : 'CREATE',
    ...(fields && { changes: { fields: [...fields] } }),
  });
