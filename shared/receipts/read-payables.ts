import { isInForce } from '../invoices/document-status';
import {
  type InvoiceRecord,
  invoiceItemsKey,
  invoiceKey,
  notesOfInvoice,
  receiptPaymentsKey,
} from '../invoices/invoice-record';
import { creditedId, documentIdsOf } from '../invoices/invoice-writes';
import type { InvoiceItem } from '../invoices/item';
import { documentCents } from '../invoices/ledger';
import type { StoredPayment } from '../invoices/receipt';
import { BooksChanged } from '../payments/books';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { type Eventual, getItems } from '../platform/table/read';
import { type Cents, centsOf } from '../platform/values/money';
import { type TaxGroup, taxGroupsOf } from './line-taxes';
import type { PayableDocument } from './number-lines';
import { basesOfLines, storedLines } from './receipt-lines';

/** The documents of which something may be taken, with all that credit notes and receipts took from them. */
export async function readPayables(context: Context, documents: readonly InvoiceRecord[]): Promise<PaidDocument[]> {
  const items = await readItems(context, documents);
  const takers = await readTakers(context, documents);
  return documents.map((document, index) => ({
    id: document.id,
    total: document.total,
    documentTotal: document.documentTotal,
    credited: document.credited,
    receipted: document.receipted,
    receiptCount: document.receiptCount,
    groups: taxGroupsOf(items[index] ?? []),
    cancelling: takers.find((taker) => isCancelling(taker, document))?.record.id,
    taken: takenFrom(document, takers),
    hasUntaxed: (items[index] ?? []).some(({ taxObject }) => taxObject === '01'),
    confirmed: takers.flatMap(({ payments }) => confirmedLines(payments, document.id)),
  }));
}

/** A line of a receipt that is in force, with its bases. */
export interface ConfirmedLine {
  readonly paidAt: string;
  readonly paid: Cents;
  readonly bases: readonly TaxGroup[];
}

export interface PaidDocument extends PayableDocument {
  /** It has items that are not subject to tax. */
  readonly hasUntaxed: boolean;
  readonly confirmed: readonly ConfirmedLine[];
}

const confirmedLines = (payments: readonly StoredPayment[], invoiceId: string): ConfirmedLine[] =>
  payments.flatMap((payment) =>
    payment.documents
      .filter((document) => document.invoiceId === invoiceId)
      .map((document) => ({
        paidAt: payment.paidAt,
        paid: centsOf(document.amount),
        bases: basesOfLines([{ ...payment, documents: [document] }], invoiceId),
      })),
  );

/** The items of documents, also those that stand in their details item. */
export async function readItems(
  context: Context,
  records: readonly InvoiceRecord[],
  consistency?: Eventual,
): Promise<(readonly InvoiceItem[])[]> {
  const details = await getItems(
    context,
    records.map(({ teamId, id, items }) => (items === undefined ? invoiceItemsKey(teamId, id) : undefined)),
    consistency,
  );
  return records.map(({ items }, index) => items ?? details[index]?.items ?? []);
}

/** A VALID credit note with its items, or receipt with its payments. */
interface Taker {
  readonly record: InvoiceRecord;
  readonly items: readonly InvoiceItem[];
  readonly payments: readonly StoredPayment[];
}

/** The documents were read before, so a change meanwhile shows in their `ledgerVersion`. */
async function readTakers(context: Context, documents: readonly InvoiceRecord[]): Promise<Taker[]> {
  const touched = documents.filter(({ credited = 0, receiptCount = 0 }) => credited > 0 || receiptCount > 0);
  const found = await Promise.all(
    touched.map(({ teamId, id }) => allItems(context, { ...notesOfInvoice(teamId, id), consistent: true })),
  );
  const teamId = touched[0]?.teamId ?? '';
  const ids = [...new Set(found.flatMap((pointers) => pointers.map(({ invoiceId }) => invoiceId)))];
  const records = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
  );
  const counted = records.flatMap((record) => (record && isInForce(record) && !record.isReplaced ? [record] : []));
  const items = await readItems(context, counted);
  const payments = await getItems(
    context,
    counted.map(({ type, id }) => (type === 'P' ? receiptPaymentsKey(teamId, id) : undefined)),
  );
  return counted.map((record, index) => ({
    record,
    items: items[index] ?? [],
    payments: payments[index]?.payments ?? [],
  }));
}

const isCancelling = ({ record }: Taker, { id }: InvoiceRecord): boolean =>
  record.status === 'CANCELLED_PENDING' && documentIdsOf(record).includes(id);

/** Throws {@link BooksChanged} when the ledger counts other documents than those that were read. */
function takenFrom(document: InvoiceRecord, takers: readonly Taker[]) {
  const { id, credited = 0, receipted = 0, receiptCount = 0 } = document;
  const notes = takers.filter(({ record }) => creditedId(record) === id);
  const lines = takers.flatMap(({ payments }) => storedLines(payments).filter(({ invoiceId }) => invoiceId === id));
  const sums = [
    notes.reduce((sum, { record }) => sum + documentCents(record), 0),
    lines.reduce((sum, { paid }) => sum + paid, 0),
    lines.length,
  ];
  if (sums.join() !== [credited, receipted, receiptCount].join()) throw new BooksChanged('document');
  return [
    ...notes.flatMap(({ items }) => taxGroupsOf(items)),
    ...takers.flatMap(({ payments }) => basesOfLines(payments, id)),
  ];
}
