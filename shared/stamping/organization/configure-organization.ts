import type { TeamActor } from '../../audit/audit';
import { validationError } from '../../platform/errors';
import type { Deps } from '../../platform/runtime/capability';
import { legalNameOf } from '../../platform/values/legal-name';
import { mayBeDone } from '../provider/failures';
import { makeOrganization, readTestKey, setLegalData } from '../provider/organizations';
import { registerWebhook } from '../provider/webhooks';
import {
  finishOrganization,
  keepOrganization,
  type LeasedAccount,
  leaseStampingAccount,
  releaseStampingAccount,
  spendOrganization,
} from './accounts';
import { isReady, type LegalData, type ReadyAccount } from './organization';
import { sealTeamSecret } from './vault';

export const ORGANIZATION_USES = {
  leaseStampingAccount,
  spendOrganization,
  makeOrganization,
  keepOrganization,
  setLegalData,
  readTestKey,
  registerWebhook,
  sealTeamSecret,
  finishOrganization,
  releaseStampingAccount,
};
type OrganizationDeps = Deps<typeof ORGANIZATION_USES>;

/** The address that receives the team's webhooks from the provider. */
export const webhookUrl = (publicUrl: string, token: string): string => `${publicUrl}/webhooks/stamping?team=${token}`;

/**
 * Creates or updates the team's organization at the provider. After a failure the next call continues: it finds the
 * organization by its name until the id is saved, and requests keys and webhook again. Throws CONFLICT while another
 * call holds the account.
 */
export async function configureOrganization(
  deps: OrganizationDeps,
  actor: TeamActor,
  legal: LegalData,
  publicUrl: string,
): Promise<ReadyAccount> {
  let account = await deps.leaseStampingAccount(actor, legal);
  try {
    assertSameRfc(account, legal);
    assertSealName(account, legal);
    if (account.organizationId === undefined) await deps.spendOrganization(actor.id);
    const organizationId = account.organizationId ?? (await deps.makeOrganization(account.organizationNonce));
    if (account.organizationId === undefined) account = await deps.keepOrganization(account, organizationId);
    const readiness = await deps.setLegalData(organizationId, legal);
    const keys = await teamSecrets(deps, account, organizationId, publicUrl);
    return await deps.finishOrganization(actor, account, { organizationId, legal, readiness, ...keys });
  } catch (failure) {
    // The create request may still succeed. The lease then stays until it expires, so that no other call creates a
    // second organization.
    if (account.organizationId !== undefined || !mayBeDone(failure)) await deps.releaseStampingAccount(account);
    throw failure;
  }
}

function assertSameRfc({ csdSerial, rfc }: LeasedAccount, legal: LegalData): void {
  if (csdSerial === undefined || legal.rfc === undefined || legal.rfc === rfc) return;
  throw validationError('rfc', {
    en: `The organization’s signing certificate belongs to ${rfc}. Leave rfc out, or create another team for ${legal.rfc}.`,
    es: `El certificado de sello digital de la organización es de ${rfc}. Omita rfc, o cree otra empresa para ${legal.rfc}.`,
  });
}

/** Documents contain the name of the certificate, so the organization cannot have another one. */
function assertSealName({ sealName }: LeasedAccount, { legalName }: LegalData): void {
  if (sealName === undefined || legalNameOf(legalName) === sealName) return;
  throw validationError('legalName', {
    en: `The signing certificate has the name “${sealName}”, which every document must contain. Send this name, or upload a certificate with the other name first.`,
    es: `El certificado de sello digital lleva el nombre «${sealName}», que todo comprobante debe llevar. Envíe este nombre, o primero suba un certificado con el otro nombre.`,
  });
}

/** The test key and the secret of its webhook, as envelopes. An account that already has them keeps them. */
async function teamSecrets(deps: OrganizationDeps, account: LeasedAccount, organizationId: string, publicUrl: string) {
  const { teamId, webhookToken, webhookSecret } = account;
  if (isReady(account)) return { testKey: account.testKey, webhookSecret };
  const secret = await deps.readTestKey(organizationId);
  const webhook = await deps.registerWebhook({ secret }, webhookUrl(publicUrl, webhookToken));
  return {
    testKey: await deps.sealTeamSecret(teamId, 'testKey', secret),
    webhookSecret: await deps.sealTeamSecret(teamId, 'webhookSecret', webhook),
  };
}
