import type { TeamActor } from '../../audit/audit';
import type { Deps } from '../../platform/runtime/capability';
import { deleteLiveKeys, listLiveKeys, makeLiveKey, orphansAmong } from '../provider/live-keys';
import { registerWebhook } from '../provider/webhooks';
import { releaseStampingAccount } from './accounts';
import { webhookUrl } from './configure-organization';
import { goLive, keepLiveKey, keepLiveWebhook, leaseLiveKey } from './live-key-account';
import type { ReadyAccount } from './organization';
import { openTeamKeys } from './provider-keys';
import { sealTeamSecret } from './vault';

export const LIVE_KEY_USES = {
  listLiveKeys,
  leaseLiveKey,
  makeLiveKey,
  sealTeamSecret,
  openTeamKeys,
  keepLiveKey,
  registerWebhook,
  keepLiveWebhook,
  deleteLiveKeys,
  goLive,
  releaseStampingAccount,
};
type LiveKeyDeps = Deps<typeof LIVE_KEY_USES>;

/**
 * Requests a live key if the team has none and the provider reports the organization ready for production. Then
 * switches to it unless an invoice is PENDING. Each request is counted under a lease before it is sent, because each
 * creates one more key.
 */
export async function issueLiveKey(
  deps: LiveKeyDeps,
  actor: TeamActor,
  account: ReadyAccount,
  publicUrl: string,
): Promise<ReadyAccount> {
  if (account.liveKey === undefined && !account.isProductionReady) return account;
  const keyed = account.liveKey === undefined ? await newLiveKey(deps, actor, account) : account;
  if (keyed.liveWebhookSecret === undefined) await settle(deps, keyed, publicUrl);
  return { ...keyed, livemode: await deps.goLive(actor, keyed) };
}

async function newLiveKey(deps: LiveKeyDeps, actor: TeamActor, account: ReadyAccount) {
  const { teamId, organizationId } = account;
  const there = await deps.listLiveKeys(organizationId);
  const held = await deps.leaseLiveKey(
    account,
    there.map(({ id }) => id),
  );
  try {
    const secret = await deps.makeLiveKey(organizationId);
    return await deps.keepLiveKey(actor, held, await deps.sealTeamSecret(teamId, 'liveKey', secret));
  } catch (failure) {
    await deps.releaseStampingAccount(held);
    throw failure;
  }
}

/**
 * Registers the webhook of a new live key and deletes keys whose responses were lost. Failures are ignored: without the
 * webhook recovery asks the provider, and the next upload tries again.
 */
async function settle(deps: LiveKeyDeps, account: ReadyAccount, publicUrl: string): Promise<void> {
  const { teamId, organizationId, webhookToken, foreignLiveKeys = [] } = account;
  const keys = await deps.openTeamKeys(account);
  if (!keys?.live) return;
  const { secret } = keys.live;
  await Promise.allSettled([
    deps
      .registerWebhook({ secret }, webhookUrl(publicUrl, webhookToken))
      .then((webhook) => deps.sealTeamSecret(teamId, 'liveWebhookSecret', webhook))
      .then((envelope) => deps.keepLiveWebhook(account, envelope)),
    deps
      .listLiveKeys(organizationId)
      .then((keys) => deps.deleteLiveKeys(organizationId, orphansAmong(keys, foreignLiveKeys, secret))),
  ]);
}
