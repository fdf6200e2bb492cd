import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { asIs, Message, type Text } from '../../shared/platform/values/text';
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
  auth: { pool: 'staff', team: 'body.teamId', role: 'ADMIN', needsRecentSignIn: true, keys: 'never' },
  input: { body: SealUpload },
  output: {
    status: 200,
    body: v.object({
      message: Message,
      /** Always true: the organization can stamp with this certificate. */
      csdUploaded: v.boolean(),
    }),
  },
  errors: ['PROVIDER_ERROR'],
  securityEvent: { of: 'SEAL' },
  withoutKey: 'SAME',
  uses: CERTIFICATE_USES,
  run: async ({ input, caller, deps, request }) => {
    const uploaded = await uploadCertificate(deps, caller, input.body, request.publicUrl);
    return { message: messageOf(uploaded), csdUploaded: true };
  },
});

function messageOf(uploaded: Uploaded): Text {
  const { account, formerName } = uploaded;
  const mode = modeOf(uploaded);
  if (formerName === undefined) return mode;
  return {
    en: `The issuer’s name is now “${account.legalName}”, as in the certificate. It was “${formerName}”. ${mode.en}`,
    es: `El nombre del emisor ahora es «${account.legalName}», como en el certificado. Antes era «${formerName}». ${mode.es}`,
  };
}

function modeOf({ account, liveKeyFailed }: Uploaded): Text {
  const { livemode, liveKey, isProductionReady, pendingSteps } = account;
  if (livemode)
    return {
      en: 'The seal is at the provider. Invoices are stamped with fiscal value.',
      es: 'El proveedor ya tiene el sello. Las facturas se timbran con valor fiscal.',
    };
  if (liveKeyFailed)
    return inTestMode({
      en: ': no live key could be had. Send the seal again later to try again.',
      es: ': no se obtuvo la llave con valor fiscal. Vuelva a enviar el sello más tarde.',
    });
  if (liveKey !== undefined)
    return inTestMode({
      en: ', until none is PENDING. Send the seal again then.',
      es: ', hasta que ninguna quede PENDING. Entonces vuelva a enviar el sello.',
    });
  const steps = pendingSteps.length > 0 ? ` (${pendingSteps.join(', ')})` : '';
  if (isProductionReady) return inTestMode(asIs('.'));
  return inTestMode({
    en: `, until the provider’s own steps are done${steps}. Send the seal again then.`,
    es: `, hasta que terminen los trámites del proveedor${steps}. Entonces vuelva a enviar el sello.`,
  });
}

/** `rest` ends the sentence. */
const inTestMode = (rest: Text): Text => ({
  en: `The seal is at the provider. Invoices are stamped in test mode, without fiscal value${rest.en}`,
  es: `El proveedor ya tiene el sello. Las facturas se timbran en modo de prueba, sin valor fiscal${rest.es}`,
});
