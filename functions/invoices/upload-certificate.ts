import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { SealUpload } from '../../shared/stamping/organization/organization';
import {
  CERTIFICATE_USES,
  type Uploaded,
  uploadCertificate,
} from '../../shared/stamping/organization/upload-certificate';

/**
 * Uploads the team's signing certificate (CSD) to the stamping provider, and enables stamping with fiscal value if
 * possible.
 */
export const operation = defineOperation({
  id: 'uploadCertificate',
  summary: 'Upload the signing certificate',
  route: 'POST /invoices/certificate',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN', needsRecentSignIn: true },
  input: { body: SealUpload },
  output: {
    status: 200,
    body: v.object({
      message: v.string(),
      /** Always true: the organization can stamp with this certificate. */
      csdUploaded: v.boolean(),
    }),
  },
  errors: ['PROVIDER_ERROR'],
  securityEvent: { of: 'SEAL' },
  uses: CERTIFICATE_USES,
  run: async ({ input, caller, deps, request }) => {
    const uploaded = await uploadCertificate(deps, caller, input.body, request.publicUrl);
    return { message: messageOf(uploaded), csdUploaded: true };
  },
});

function messageOf(uploaded: Uploaded): string {
  const { account, formerName } = uploaded;
  if (formerName === undefined) return modeOf(uploaded);
  return `The issuer’s name is now “${account.legalName}”, as in the certificate. It was “${formerName}”. ${modeOf(uploaded)}`;
}

function modeOf({ account, liveKeyFailed }: Uploaded): string {
  const { livemode, liveKey, isProductionReady, pendingSteps } = account;
  if (livemode) return 'The seal is at the provider. Invoices are stamped with fiscal value.';
  const test = 'The seal is at the provider. Invoices are stamped in test mode, without fiscal value';
  if (liveKeyFailed) return `${test}: no live key could be had. Send the seal again later to try again.`;
  if (liveKey !== undefined) return `${test}, until none is PENDING. Send the seal again then.`;
  const steps = pendingSteps.length > 0 ? ` (${pendingSteps.join(', ')})` : '';
  return isProductionReady
    ? `${test}.`
    : `${test}, until the provider’s own steps are done${steps}. Send the seal again then.`;
}
