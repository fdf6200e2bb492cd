import { relatedIds } from '../invoices/relation';
import type { Text } from '../platform/values/text';
import { type Finding, local } from './findings';
import type { ReadinessInput, RelatedInvoice } from './readiness-input';

/** A document refers only to documents that have a folio fiscal and fiscal value in the same mode. The rules are ours. */
export function* relationFindings(given: ReadinessInput): Generator<Finding> {
  for (const { id, field } of relatedIds(given.invoice.relations)) {
    const message = refusalOf(
      given,
      given.related?.find((one) => one.id === id),
    );
    if (message) yield local('RELATION', field, message);
  }
}

function refusalOf({ invoice, organization }: ReadinessInput, related: RelatedInvoice | undefined): Text | undefined {
  if (related === undefined)
    return {
      en: 'This invoice does not exist any more. Remove it from the relation.',
      es: 'Esta factura ya no existe. Quítela de la relación.',
    };
  if (related.status !== 'VALID' || related.uuid === undefined)
    return {
      en: `This invoice is ${related.status}. A relation needs a document that is VALID.`,
      es: `Esta factura está ${related.status}. Una relación requiere un comprobante VALID.`,
    };
  if (organization && related.livemode !== organization.livemode)
    return {
      en: 'One of the two documents is a test without fiscal value. Relate documents of the same mode.',
      es: 'Uno de los dos comprobantes es de prueba, sin valor fiscal. Relacione comprobantes del mismo modo.',
    };
  if (related.type !== 'T' && related.clientId !== invoice.clientId)
    return {
      en: 'This invoice is of another client. Relate documents of one client.',
      es: 'Esta factura es de otro cliente. Relacione comprobantes de un solo cliente.',
    };
  return undefined;
}
