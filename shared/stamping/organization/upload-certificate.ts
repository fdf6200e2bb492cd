import type { TeamActor } from '../../audit/audit';
import { validationError } from '../../platform/errors';
import type { Deps } from '../../platform/runtime/capability';
import { type CheckedCertificate, checkCertificateFiles } from '../provider/certificate';
import { readReadiness, uploadSeal } from '../provider/organizations';
import { readStampingAccount, saveCertificate } from './accounts';
import { issueLiveKey, LIVE_KEY_USES } from './live-key';
import { isReady, type ReadyAccount, type SealUpload } from './organization';

export const CERTIFICATE_USES = {
  readStampingAccount,
  checkCertificateFiles,
  uploadSeal,
  readReadiness,
  saveCertificate,
  ...LIVE_KEY_USES,
};
type CertificateDeps = Deps<typeof CERTIFICATE_USES>;

/** The state of the account after an upload, and whether the live key could not be had. */
export interface Uploaded {
  readonly account: ReadyAccount;
  readonly liveKeyFailed: boolean;
}

/**
 * Checks the seal, uploads it unless the provider has it, and tries to go live. Only the first two can fail: without a live key the team goes
 * on with its test key (docs/spec/interface.md §4.20), and the same seal sent again tries again.
 */
export async function uploadCertificate(
  deps: CertificateDeps,
  actor: TeamActor,
  upload: SealUpload,
  publicUrl: string,
): Promise<Uploaded> {
  const account = await deps.readStampingAccount(actor.teamId);
  if (!isReady(account)) {
    throw validationError('teamId', 'The team has no organization yet. Make it first: POST /invoices/organization.');
  }
  const seal = deps.checkCertificateFiles(upload, account.rfc);
  const sealed = account.csdSerial === seal.csdSerial ? account : await replaceSeal(deps, actor, account, seal);
  try {
    const current = sealed === account ? await refresh(deps, actor, account, seal) : sealed;
    return { account: await issueLiveKey(deps, actor, current, publicUrl), liveKeyFailed: false };
  } catch {
    return { account: sealed, liveKeyFailed: true };
  }
}

async function replaceSeal(deps: CertificateDeps, actor: TeamActor, account: ReadyAccount, seal: CheckedCertificate) {
  const readiness = await deps.uploadSeal(account.organizationId, seal);
  return deps.saveCertificate(actor, account, { ...dataOf(seal), ...readiness });
}

/** What the team still has to do at the provider, it may have done since. */
async function refresh(deps: CertificateDeps, actor: TeamActor, account: ReadyAccount, seal: CheckedCertificate) {
  const { isProductionReady, pendingSteps } = await deps.readReadiness(account.organizationId);
  const isSame = isProductionReady === account.isProductionReady && pendingSteps.join() === account.pendingSteps.join();
  return isSame ? account : deps.saveCertificate(actor, account, { ...dataOf(seal), isProductionReady, pendingSteps });
}

const dataOf = ({ csdSerial, csdExpiresAt, rfc }: CheckedCertificate) => ({ csdSerial, csdExpiresAt, rfc });
