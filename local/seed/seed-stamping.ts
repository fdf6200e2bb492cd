import { AppError } from '../../shared/platform/errors';
import { makeDeps } from '../../shared/platform/runtime/capability';
import { configureOrganization, ORGANIZATION_USES } from '../../shared/stamping/organization/configure-organization';
import { isReady, stampingAccountKey } from '../../shared/stamping/organization/organization';
import { CERTIFICATE_USES, uploadCertificate } from '../../shared/stamping/organization/upload-certificate';
import { look, scopeOf } from './capabilities';
import { TEST_SEAL } from './seal';
import type { Seeding } from './seed-records';

/**
 * Makes the team an organization at the stamping provider, and uploads the test seal, so that invoices can be stamped at once. Whatever is
 * there already stays. From the day on which the test seal expires there is none, and stamping goes on in test mode.
 */
export async function seedStamping({ runtime, actor }: Seeding, publicUrl: string): Promise<void> {
  const { rfc, legalName, taxRegime, cerFile, keyFile, password } = TEST_SEAL;
  const account = await look(runtime, stampingAccountKey(actor.teamId));
  if (!isReady(account)) {
    const legal = { legalName, rfc, taxRegime, zipCode: '64750' };
    await configureOrganization(makeDeps(ORGANIZATION_USES, runtime, scopeOf(runtime)), actor, legal, publicUrl);
  }
  if (account?.csdSerial !== undefined) return;
  const upload = { teamId: actor.teamId, cerFile, keyFile, password };
  try {
    await uploadCertificate(makeDeps(CERTIFICATE_USES, runtime, scopeOf(runtime)), actor, upload, publicUrl);
  } catch (failure) {
    if (!(failure instanceof AppError && failure.code === 'PROVIDER_ERROR')) throw failure;
  }
}
