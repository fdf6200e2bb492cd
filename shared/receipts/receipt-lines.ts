import type { InvoiceRecord } from '../invoices/invoice-record';
import type { ReceiptTax, StoredDocument, StoredPayment } from '../invoices/receipt';
import type { Allocation, KeptPayment, PaymentPosition } from '../payments/payment';
import { type Cents, centsOf, MILLION, type Millionths, pesosOf } from '../platform/values/money';
import { LINE_RULES, type LineRules, type LineTax, lineTaxes, type TaxGroup } from './line-taxes';
import { type NumberedLine, numberedLines, type PayableDocument } from './number-lines';

/** An allocation to a PPD document that a receipt confirms. */
export interface ReceiptLine {
  readonly collectionId: string;
  readonly paymentId: string;
  readonly paidAt: string;
  readonly invoiceId: string;
  readonly paid: Cents;
}

/** What a receipt says of a collection beyond its lines. */
export interface ReceiptCollection {
  readonly collectionId: string;
  readonly paymentForm: string;
  readonly paidAt: string;
  readonly reference?: string | undefined;
}

/** The allocations of payments that the filter selects, as lines. */
export const linesOf = (
  payments: readonly KeptPayment[],
  isMeant: (allocation: Allocation) => boolean,
): ReceiptLine[] =>
  payments.flatMap(({ at, record: { allocations = [] } }) =>
    allocations.filter(isMeant).map(({ invoiceId, amount }) => ({
      collectionId: at.collectionId ?? at.id,
      paymentId: at.id,
      paidAt: at.paidAt,
      invoiceId,
      paid: centsOf(amount),
    })),
  );

/** The lines of stored payments. */
export const storedLines = (payments: readonly StoredPayment[]): ReceiptLine[] =>
  payments.flatMap(({ collectionId, paidAt, documents }) =>
    documents.map(({ paymentId, invoiceId, amount }) => ({
      collectionId,
      paymentId,
      paidAt,
      invoiceId,
      paid: centsOf(amount),
    })),
  );

/** The positions of the payments that stored lines belong to. */
export function positionsOfLines(payments: readonly StoredPayment[]): PaymentPosition[] {
  const ids = new Set<string>();
  return storedLines(payments).flatMap(({ paymentId: id, collectionId, paidAt }) => {
    if (ids.has(id)) return [];
    ids.add(id);
    return [{ id, paidAt, ...(id !== collectionId && { collectionId }) }];
  });
}

/** The payments of a receipt with numbered lines, the oldest first. */
export function numberedPayments(
  collections: readonly ReceiptCollection[],
  lines: readonly ReceiptLine[],
  documents: readonly InvoiceRecord[],
  payables: readonly PayableDocument[],
  rules: LineRules = LINE_RULES,
): StoredPayment[] {
  const numbered = numberedLines(lines, payables, rules);
  return collections
    .toSorted((one, other) => Date.parse(one.paidAt) - Date.parse(other.paidAt))
    .map(({ reference, ...collection }) => ({
      ...collection,
      ...(reference !== undefined && { reference }),
      documents: numbered
        .filter(({ collectionId }) => collectionId === collection.collectionId)
        .map((line) => storedDocument(line, documents)),
    }));
}

function storedDocument(
  { paymentId, invoiceId, paid, installment, lastBalance, bases }: ReceiptLine & NumberedLine,
  documents: readonly InvoiceRecord[],
): StoredDocument {
  const document = documents.find(({ id }) => id === invoiceId);
  if (document?.uuid === undefined) throw new Error('A line pays a document without folio fiscal.');
  const { uuid, series, folio } = document;
  return {
    invoiceId,
    uuid,
    ...(series !== null && folio !== null && { series, folio }),
    installment,
    lastBalance: pesosOf(lastBalance),
    amount: pesosOf(paid),
    balance: pesosOf(Math.max(0, lastBalance - paid)),
    taxes: lineTaxes(bases).map(shownTax),
    paymentId,
    bases: bases.map(({ transferred, ivaWithheld, isrWithheld, base }) => ({
      transferred: String(transferred),
      ivaWithheld: String(ivaWithheld),
      isrWithheld: String(isrWithheld),
      base: String(base),
    })),
  };
}

/** The number of pesos with six decimals. Exact up to 9,000 million pesos. */
const decimalOf = (value: Millionths): number =>
  Number(`${value / MILLION}.${String(value % MILLION).padStart(6, '0')}`);

const shownTax = ({ type, withholding, rate, base }: LineTax): ReceiptTax => ({
  type,
  rate: decimalOf(rate),
  withholding,
  base: decimalOf(base),
});

/** The bases that stored lines took from a document. */
export const basesOfLines = (payments: readonly StoredPayment[], invoiceId: string): TaxGroup[] =>
  payments.flatMap(({ documents }) =>
    documents
      .filter((document) => document.invoiceId === invoiceId)
      .flatMap(({ bases }) =>
        bases.map(({ transferred, ivaWithheld, isrWithheld, base }) => ({
          transferred: BigInt(transferred),
          ivaWithheld: BigInt(ivaWithheld),
          isrWithheld: BigInt(isrWithheld),
          base: BigInt(base),
        })),
      ),
  );
