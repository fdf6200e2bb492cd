import type { TeamActor } from '../../audit/audit';
import type { Deps } from '../../platform/runtime/capability';
import { deleteLiveKeys, listLiveKeys, makeLiveKey, orphansAmong } from '../provider/live-keys';
import { registerWebhook } from '../provider/webhooks';
import { goLive, keepLiveKey, keepLiveWebhook, leaseLiveKey, releaseStampingAccount } from './accounts';
import { webhookUrl } from './configure-organization';
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
 * Gets the team a live key, only if it has none and the provider calls the organization ready, and lets it stamp unless an invoice is
 * PENDING. Each ask is leased and counted before it is made, because each makes one more key.
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

/** What should be done with a new live key, and whose failure harms nothing: recovery asks where no webhook tells. */
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
