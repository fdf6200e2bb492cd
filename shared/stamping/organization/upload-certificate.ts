import type { TeamActor } from '../../audit/audit';
import { validationError } from '../../platform/errors';
import type { Deps } from '../../platform/runtime/capability';
import { legalNameOf } from '../../platform/values/legal-name';
import { type CheckedCertificate, checkCertificateFiles } from '../provider/certificate';
import { readReadiness, sendCertificate, setLegalData } from '../provider/organizations';
import { readStampingAccount, saveCertificate } from './accounts';
import { issueLiveKey, LIVE_KEY_USES } from './live-key';
import { isReady, type ReadyAccount, type SealUpload } from './organization';

export const CERTIFICATE_USES = {
  readStampingAccount,
  checkCertificateFiles,
  sendCertificate,
  setLegalData,
  readReadiness,
  saveCertificate,
  ...LIVE_KEY_USES,
};
type CertificateDeps = Deps<typeof CERTIFICATE_USES>;

/** The account after an upload, the name that the certificate's replaced, and whether the request for the live key failed. */
export interface Uploaded {
  readonly account: ReadyAccount;
  readonly formerName?: string;
  readonly liveKeyFailed: boolean;
}

/**
 * Checks the signing certificate, uploads it unless the provider has it, and requests the live key. Only the first two
 * steps can fail the call. Without a live key the team continues with its test key, and an upload of the same
 * certificate tries again.
 */
export async function uploadCertificate(
  deps: CertificateDeps,
  actor: TeamActor,
  upload: SealUpload,
  publicUrl: string,
): Promise<Uploaded> {
  const account = await deps.readStampingAccount(actor.teamId);
  if (!isReady(account)) {
    throw validationError('teamId', {
      en: 'The team has no organization. Create it first: POST /invoices/organization.',
      es: 'La empresa no tiene organización. Créela primero: POST /invoices/organization.',
    });
  }
  const seal = deps.checkCertificateFiles(upload, account.rfc);
  const isNamed = legalNameOf(account.legalName) === seal.sealName;
  const isSame = account.csdSerial === seal.csdSerial && account.sealName === seal.sealName && isNamed;
  const sealed = isSame ? account : await replaceCertificate(deps, actor, account, seal);
  const former = isNamed ? {} : { formerName: account.legalName };
  try {
    const current = sealed === account ? await refresh(deps, actor, account, seal) : sealed;
    return { account: await issueLiveKey(deps, actor, current, publicUrl), ...former, liveKeyFailed: false };
  } catch {
    return { account: sealed, ...former, liveKeyFailed: true };
  }
}

/**
 * Uploads the certificate unless the provider has it. The name in the certificate replaces another name of the
 * organization, because documents must contain it.
 */
async function replaceCertificate(
  deps: CertificateDeps,
  actor: TeamActor,
  account: ReadyAccount,
  seal: CheckedCertificate,
) {
  const { organizationId } = account;
  const isThere = account.csdSerial === seal.csdSerial;
  let readiness = isThere ? await deps.readReadiness(organizationId) : await deps.sendCertificate(organizationId, seal);
  const legalName = legalNameOf(account.legalName) === seal.sealName ? account.legalName : seal.sealName;
  if (legalName !== account.legalName) readiness = await deps.setLegalData(organizationId, { ...account, legalName });
  const named = legalName === account.legalName ? {} : { legalName };
  return deps.saveCertificate(actor, account, { ...dataOf(seal), ...readiness, ...named });
}

/** Reads the provider's pending steps again: the team may have completed them at the provider since the last upload. */
async function refresh(deps: CertificateDeps, actor: TeamActor, account: ReadyAccount, seal: CheckedCertificate) {
  const { isProductionReady, pendingSteps } = await deps.readReadiness(account.organizationId);
  const isSame = isProductionReady === account.isProductionReady && pendingSteps.join() === account.pendingSteps.join();
  return isSame ? account : deps.saveCertificate(actor, account, { ...dataOf(seal), isProductionReady, pendingSteps });
}

const dataOf = ({ csdSerial, csdExpiresAt, rfc, sealName }: CheckedCertificate) => ({
  csdSerial,
  csdExpiresAt,
  rfc,
  sealName,
});
