import type { TeamActor } from '../../audit/audit';
import { validationError } from '../../platform/errors';
import type { Deps } from '../../platform/runtime/capability';
import { mayBeDone } from '../provider/failures';
import { makeOrganization, readTestKey, setLegalData } from '../provider/organizations';
import { registerWebhook } from '../provider/webhooks';
import {
  finishOrganization,
  keepOrganization,
  type LeasedAccount,
  leaseStampingAccount,
  releaseStampingAccount,
} from './accounts';
import { isReady, type LegalData, type ReadyAccount } from './organization';
import { sealTeamSecret } from './vault';

export const ORGANIZATION_USES = {
  leaseStampingAccount,
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

/** Where the provider sends a team's webhooks. */
export const webhookUrl = (publicUrl: string, token: string): string => `${publicUrl}/webhooks/stamping?team=${token}`;

/**
 * Makes the team's organization at the provider, or updates it. Whoever dies in between is found by the next call: the organization by its
 * name until its identifier is written down, keys and webhook are asked for again. CONFLICT while another call is at it.
 */
export async function configureOrganization(
  deps: OrganizationDeps,
  actor: TeamActor,
  legal: LegalData,
  publicUrl: string,
): Promise<ReadyAccount> {
  let account = await deps.leaseStampingAccount(actor, legal);
  try {
    refuseOtherRfc(account, legal);
    const organizationId = account.organizationId ?? (await deps.makeOrganization(actor.teamId));
    if (account.organizationId === undefined) account = await deps.keepOrganization(account, organizationId);
    const readiness = await deps.setLegalData(organizationId, legal);
    const keys = await teamSecrets(deps, account, organizationId, publicUrl);
    return await deps.finishOrganization(actor, account, { organizationId, legal, readiness, ...keys });
  } catch (failure) {
    // An organization that may come to be is waited for: whoever made another one now would have two.
    if (account.organizationId !== undefined || !mayBeDone(failure)) await deps.releaseStampingAccount(account);
    throw failure;
  }
}

function refuseOtherRfc({ csdSerial, rfc }: LeasedAccount, legal: LegalData): void {
  if (csdSerial === undefined || legal.rfc === undefined || legal.rfc === rfc) return;
  throw validationError(
    'rfc',
    `The organization’s seal is of ${rfc}. Leave the RFC out, or make another team for ${legal.rfc}.`,
  );
}

/** The test key and the secret of its webhook, as envelopes: those that are there, or new ones. */
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
