import { isOwed } from '../invoices/ledger';
import { localDay } from '../platform/values/calendar';
import type { Catalogues } from './catalogues';
import { type Finding, local, sat } from './findings';
import type { ReadinessInput } from './readiness-input';

const UNDEFINED_FORM = '99';

/** The rules for a receipt of payment, beyond those that its draft and its lock hold. */
export function* receiptFindings(given: ReadinessInput, catalogues: Catalogues): Generator<Finding> {
  const { receipt, organization, now } = given;
  if (receipt === undefined) return;
  if (!receipt.isUnchanged)
    yield local('RECEIPT_CHANGED', 'payments', {
      en: 'A payment of this receipt was changed or voided, or has another receipt. Delete the draft, and make it again.',
      es: 'Un pago de este complemento se modificó, se anuló o ya tiene otro complemento. Borre el borrador y vuelva a generarlo.',
    });
  for (const [index, { paymentForm, paidAt, documents }] of receipt.payments.entries()) {
    const path = `payments[${index}]`;
    if (paymentForm === UNDEFINED_FORM || !catalogues.isPaymentForm(paymentForm))
      yield sat('CRP20212', `${path}.paymentForm`, {
        en: 'Choose a payment form of the catalogue c_FormaPago other than 99.',
        es: 'Elija una forma de pago del catálogo c_FormaPago que no sea 99.',
      });
    if (Date.parse(paidAt) > now.getTime())
      yield local('RECEIPT_DATE', `${path}.paidAt`, {
        en: 'The payment is in the future. Make the receipt after it.',
        es: 'El pago tiene fecha futura. Genere el complemento después.',
      });
    for (const [at, document] of documents.entries())
      yield* documentFindings(`${path}.documents[${at}].invoiceId`, document, organization);
  }
}

type PaidDocument = NonNullable<ReadinessInput['receipt']>['payments'][number]['documents'][number];

function* documentFindings(
  field: string,
  document: PaidDocument,
  organization: ReadinessInput['organization'],
): Generator<Finding> {
  if (document === undefined || !isOwed(document))
    yield local('RELATION', field, {
      en: 'This invoice is not VALID any more. Delete the draft, and make it again.',
      es: 'Esta factura ya no está VALID. Borre el borrador y vuelva a generarlo.',
    });
  else if (organization && (document.livemode ?? false) !== organization.livemode)
    yield local('RELATION', field, {
      en: 'One of the two documents is a test without fiscal value.',
      es: 'Uno de los dos comprobantes es de prueba, sin valor fiscal.',
    });
}

export function* receiptWarnings({ receipt, now, timeZone }: ReadinessInput): Generator<Finding> {
  for (const [index, { paidAt, dueOn, documents }] of (receipt?.payments ?? []).entries()) {
    const path = `payments[${index}]`;
    if (localDay(now, timeZone) > dueOn)
      yield local('RECEIPT_LATE', `${path}.paidAt`, {
        en: `The receipt was due on ${dueOn} (RMF 2.7.1.32). Stamp it at once.`,
        es: `El complemento de pago venció el ${dueOn} (RMF 2.7.1.32). Tímbrelo de inmediato.`,
      });
    for (const [at, document] of documents.entries())
      if (document?.issuedAt !== undefined && paidAt < document.issuedAt)
        yield local('PAID_BEFORE_INVOICE', `${path}.documents[${at}]`, {
          en: 'The payment is older than the invoice. An advance has an invoice of its own: PUE, and relation 07 to it.',
          es: 'El pago es anterior a la factura. Un anticipo lleva su propia factura: PUE, y relación 07 con ella.',
        });
  }
}
