import { auditStep, type TeamActor } from '../../audit/audit';
import { expirySteps, RENEWED_EXPIRY_PERMISSIONS } from '../../expiry/expiry-writes';
import { AppError } from '../../platform/errors';
import { capability } from '../../platform/runtime/capability';
import type { Context } from '../../platform/runtime/context';
import { type Condition, unchanged } from '../../platform/table/expression';
import { spendDaily } from '../../platform/table/quota';
import { getItem } from '../../platform/table/read';
import { create, type Step, unexpectedConflict, update } from '../../platform/table/steps';
import { transact } from '../../platform/table/transact';
import {
  isReady,
  type LegalData,
  organizationClaimKey,
  type ProviderReadiness,
  type ReadyAccount,
  type SigningCertificate,
  type StampingAccount,
  stampingAccountKey,
  webhookTokenKey,
} from './organization';

/**
 * Longer than a function may run, and longer than a create request whose response was lost can still take effect.
 * Another call may therefore take an expired lease.
 */
const LEASE_MS = 60_000;

/** The team's account at the stamping provider. Undefined before the first call that configures its organization. */
export const readStampingAccount = capability(
  { table: ['GetItem'] },
  (context) => (teamId: string) => getItem(context, stampingAccountKey(teamId)),
);

/** The account whose webhook address contains this token. */
export const readWebhookAccount = capability(
  { table: ['GetItem'], tableKeys: ['TEAM#', 'WEBHOOK_TOKEN#'] },
  (context) => async (token: string) => {
    const owner = await getItem(context, webhookTokenKey(token));
    return owner && getItem(context, stampingAccountKey(owner.teamId));
  },
);

const ORGANIZATIONS_A_DAY = 5;

/** Counts one new organization of a user before it is requested. Above five a day it throws TOO_MANY_REQUESTS. */
export const spendOrganization = capability(
  { table: ['UpdateItem'], tableKeys: ['QUOTA#'] },
  (context) => (userId: string) =>
    spendDaily(context, {
      userId,
      what: 'ORGANIZATION',
      most: ORGANIZATIONS_A_DAY,
      message: {
        en: 'An account can create five organizations a day. Try again tomorrow.',
        es: 'Una cuenta puede crear cinco organizaciones al día. Vuelva a intentarlo mañana.',
      },
    }),
);

/** An account that this call has leased: no other call changes it at the provider meanwhile. */
export type LeasedAccount = StampingAccount & { readonly leasedUntil: string };

/** A leased account whose organization can be created or found: it has the nonce that names the organization. */
type OpenedAccount = LeasedAccount & { readonly organizationNonce: string };

/**
 * Leases the team's account for one change at the provider, and creates it when it is absent. Throws CONFLICT while
 * another call holds the lease. When two calls configure the organization, one creates it and the other gets CONFLICT.
 */
export const leaseStampingAccount = capability(
  { table: ['GetItem', 'PutItem', 'UpdateItem'], tableKeys: ['TEAM#', 'WEBHOOK_TOKEN#'] },
  (context) =>
    async (actor: TeamActor, legal: LegalData): Promise<OpenedAccount> => {
      const found = await getItem(context, stampingAccountKey(actor.teamId));
      if (found === undefined) return begin(context, actor, legal);
      const organizationNonce = found.organizationNonce ?? newNonce(context);
      return lease(context, { ...found, organizationNonce }, { organizationNonce });
    },
);

const newNonce = (context: Context): string => Buffer.from(context.randomBytes(16)).toString('hex');

async function begin(context: Context, { teamId }: TeamActor, legal: LegalData): Promise<OpenedAccount> {
  const now = context.now().toISOString();
  const account: OpenedAccount = {
    ...legal,
    teamId,
    livemode: false,
    isProductionReady: false,
    pendingSteps: [],
    organizationNonce: newNonce(context),
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

export async function lease<A extends StampingAccount>(
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

export const isBusy = (): AppError =>
  new AppError('CONFLICT', {
    message: {
      en: 'Another request is changing the organization. Try again in a minute.',
      es: 'Otra solicitud está cambiando la organización. Vuelva a intentarlo en un minuto.',
    },
  });

/** Changes a leased account. Throws CONFLICT when another call has taken the lease. */
export const changeHeld = (
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

/** Releases the lease. When another call has taken it, that call keeps it. */
export const releaseStampingAccount = capability(
  { table: ['UpdateItem'] },
  (context) => async (account: LeasedAccount) => {
    await transact(context, [changeHeld(context, account, {}, ['leasedUntil'])]).catch((failure: unknown) => {
      if (!(failure instanceof AppError && failure.code === 'CONFLICT')) throw failure;
    });
  },
);

/**
 * Saves the organization's id as soon as the provider returns it. A later call then continues with it instead of
 * creating a second one.
 */
export const keepOrganization = capability(
  { table: ['PutItem', 'UpdateItem'], tableKeys: ['ORGANIZATION#', 'TEAM#'] },
  (context) =>
    async (account: OpenedAccount, organizationId: string): Promise<OpenedAccount> => {
      const { teamId } = account;
      await transact(context, [
        changeHeld(context, account, { organizationId }),
        create(organizationClaimKey(organizationId), { teamId }, (claim) =>
          claimRefused(organizationId, claim?.teamId),
        ),
      ]);
      return { ...account, organizationId };
    },
);

/** The cause makes it a logged fault: a claim is refused only after an attack or a fault of the provider. */
const claimRefused = (organizationId: string, teamId: string | undefined): AppError =>
  new AppError('PROVIDER_ERROR', {
    message: {
      en: 'The provider answered an organization that cannot be used. Contact support.',
      es: 'El proveedor respondió una organización que no se puede usar. Comuníquese con soporte.',
    },
    cause: new Error(`ORGANIZATION_CLAIM_REFUSED: organization ${organizationId} belongs to team ${teamId}.`),
  });

/** The result of a created or updated organization. Secrets are encrypted envelopes. */
interface MadeOrganization {
  readonly organizationId: string;
  readonly legal: LegalData;
  readonly readiness: ProviderReadiness;
  readonly testKey: string;
  readonly webhookSecret: string | undefined;
}

/** Saves a created or updated organization and releases the lease. */
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
 * Saves the uploaded signing certificate and its expiry date, if the account still has the certificate that was read.
 * Otherwise the record, its document expiry and the provider could disagree: the call throws UNAVAILABLE, and the
 * client sends the upload again. When two calls upload the same certificate, the second finds it saved and succeeds.
 */
export const saveCertificate = capability(
  { table: RENEWED_EXPIRY_PERMISSIONS },
  (context) =>
    async (
      actor: TeamActor,
      account: ReadyAccount,
      seal: SigningCertificate & ProviderReadiness & { readonly legalName?: string },
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
        throw new AppError('UNAVAILABLE', {
          message: {
            en: 'Another signing certificate was uploaded meanwhile. Send this one again.',
            es: 'Mientras tanto se subió otro certificado de sello digital. Envíe este de nuevo.',
          },
        });
      });
      return after;
    },
);

/** The account's signing certificate changed since it was read. */
class CertificateChanged extends Error {
  constructor(readonly csdSerial: string | undefined) {
    super('The signing certificate of the account changed since it was read.');
  }
}

/** The audit entry names the changed fields, without their values. */
export const organizationAudit = (context: Context, actor: TeamActor, fields: readonly string[] | undefined): Step =>
  auditStep(context, actor, {
    entityType: 'ORGANIZATION',
    entityId: actor.teamId,
    action: fields ? 'UPDATE' : 'CREATE',
    ...(fields && { changes: { fields: [...fields] } }),
  });
