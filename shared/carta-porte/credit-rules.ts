import { amountsOf } from '../invoices/amounts';
import { chargedOf, documentCents } from '../invoices/ledger';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import { type Finding, local } from './findings';
import type { ReadinessInput, RelatedInvoice } from './readiness-input';

/** A credit note takes at most what earlier notes leave of its document. A substitute takes the place of its note. */
export function* creditFindings({ invoice, related = [] }: ReadinessInput): Generator<Finding> {
  const idOf = (isSubstitute: boolean) =>
    invoice.relations?.find(({ type }) => (type === '04') === isSubstitute)?.invoiceIds[0];
  const found = (id: string | undefined) => related.find((one) => one.id === id);
  const [document, replaced] = [found(idOf(false)), found(idOf(true))];
  if (document === undefined) return;
  const left = leftOf(document) + (replaced ? centsOfDocument(replaced) : 0);
  const { total } = amountsOf(invoice.items);
  if (total <= 0 || centsOf(total) <= left) return;
  yield local('CREDIT_EXCEEDS_INVOICE', 'items', {
    en: `The note of ${total} is more than the ${pesosOf(left)} that is left of the invoice. Send items of at most this total.`,
    es: `La nota por ${total} supera los ${pesosOf(left)} que le quedan a la factura. Envíe conceptos que sumen como máximo ese total.`,
  });
}

const leftOf = ({ total = 0, ...document }: RelatedInvoice): Cents => chargedOf({ ...document, total });
const centsOfDocument = ({ total = 0, documentTotal }: RelatedInvoice): Cents =>
  documentCents({ total, documentTotal });
