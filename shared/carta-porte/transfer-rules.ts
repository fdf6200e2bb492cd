import type { Catalogues } from './catalogues';
import { type Finding, required } from './findings';
import { contentFindings, keyFindings } from './invoice-rules';
import type { Issuer, Stampable } from './readiness-input';
import { isBlank, rfcFindings } from './texts';

/**
 * The rules of a document of type T. Its customer is the team's organization, and its product keys are the goods', so
 * CP109 does not apply.
 */
export function* transferFindings(
  transfer: Stampable,
  organization: Issuer | undefined,
  catalogues: Catalogues,
): Generator<Finding> {
  if (organization) {
    if (isBlank(organization.rfc))
      yield required('organization.rfc', {
        en: 'Upload the signing certificate (CSD) first: its RFC is the customer’s.',
        es: 'Primero suba el certificado de sello digital (CSD): su RFC es el del receptor.',
      });
    else
      yield* rfcFindings('organization.rfc', organization.rfc, { en: 'your organization', es: 'de su organización' });
  }
  yield* contentFindings(transfer);
  for (const [index, item] of transfer.items.entries()) yield* keyFindings(`items[${index}]`, item, catalogues);
  if (transfer.cartaPorte === undefined)
    yield required('cartaPorte', {
      en: 'A document of type T carries your own goods. Add its Carta Porte.',
      es: 'Un comprobante de tipo T ampara mercancía propia. Agregue su Carta Porte.',
    });
}
