import type { OwedInvoice } from '../invoices/allocated';
import { onFreshBooks } from '../payments/fresh-books';
import type { Allocation, KeptPayment } from '../payments/payment';
import { readPayments } from '../payments/payments';
import { readDocuments } from '../payments/read-books';
import type { Context } from '../platform/runtime/context';
import type { InstantRange } from '../platform/values/calendar';
import { numberedLines } from '../receipts/number-lines';
import { type ConfirmedLine, type PaidDocument, readPayables } from '../receipts/read-payables';
import { linesOf, type ReceiptLine } from '../receipts/receipt-lines';
import { type Counts, refuseTooManyDocuments } from './read-issued';
import { readUsedCredit } from './read-used-credit';
import { taxesOfLine } from './tax-figures';
import type { TaxEntry } from './tax-summary';

/** So many documents are read at once. */
const CHUNK = 40;

/**
 * The allocations of the payments in a range, with the taxes that they pay. An allocation that a receipt of payment in force confirms has
 * the taxes of that receipt. Any other has those that the next receipt would have, whether the document is PPD or PUE. A payment with the
 * client's credit also has the taxes that it gives back.
 */
export async function readCollected(
  context: Context,
  teamId: string,
  range: InstantRange,
  counts: Counts,
): Promise<TaxEntry[]> {
  const payments = await readPayments(context, teamId, range);
  const lines = linesOf(payments, () => true);
  const ids = [...new Set(lines.map(({ invoiceId }) => invoiceId))];
  refuseTooManyDocuments(ids.length);
  const paidAts = new Set(payments.map(({ at }) => at.paidAt));
  const entries: TaxEntry[] = [];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    const read = await onFreshBooks(context, async () => {
      const documents = (await readDocuments(context, teamId, chunk)).filter(counts);
      const payables = await readPayables(context, documents);
      return documents.flatMap((document, index) => {
        const payable = payables[index];
        return payable ? entriesOf(document, payable, payments, paidAts) : [];
      });
    });
    entries.push(...read);
  }
  const givenBack = await onFreshBooks(context, () => readUsedCredit(context, teamId, payments, counts));
  return [...entries, ...givenBack];
}

/** No receipt in force contains the allocation. */
const isUnconfirmed = ({ receiptId, isReceiptPending }: Allocation): boolean =>
  receiptId === undefined || isReceiptPending === true;

function entriesOf(
  document: OwedInvoice,
  payable: PaidDocument,
  payments: readonly KeptPayment[],
  paidAts: ReadonlySet<string>,
): TaxEntry[] {
  const { id: invoiceId, clientId, clientName } = document;
  const entryOf = ({ paidAt: at, paid, bases }: ConfirmedLine): TaxEntry => ({
    at,
    invoiceId,
    clientId,
    clientName,
    taxes: taxesOfLine(bases, paid, payable.hasUntaxed),
    total: paid,
  });
  const confirmed = payable.confirmed.filter(({ paidAt }) => paidAts.has(paidAt));
  // Earlier payments that no receipt confirms are not read: they take base and balance in the same proportion.
  const numbered = numberedLines(openLines(payments, invoiceId).toSorted(byPayment), [payable]);
  return [...confirmed, ...numbered].map(entryOf);
}

const openLines = (payments: readonly KeptPayment[], invoiceId: string): ReceiptLine[] =>
  linesOf(payments, (allocation) => allocation.invoiceId === invoiceId && isUnconfirmed(allocation));

const byPayment = (one: ReceiptLine, other: ReceiptLine): number => (one.paymentId < other.paymentId ? -1 : 1);
