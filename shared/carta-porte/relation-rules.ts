import { relatedIds } from '../invoices/relation';
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

function refusalOf({ invoice, organization }: ReadinessInput, related: RelatedInvoice | undefined): string | undefined {
  if (related === undefined) return 'This invoice does not exist any more. Remove it from the relation.';
  if (related.status !== 'VALID' || related.uuid === undefined)
    return `This invoice is ${related.status}. A relation needs a document that is VALID.`;
  if (organization && related.livemode !== organization.livemode)
    return 'One of the two documents is a test without fiscal value. Relate documents of the same mode.';
  if (related.type !== 'T' && related.clientId !== invoice.clientId)
    return 'This invoice is of another client. Relate documents of one client.';
  return undefined;
}
