import { isInForce } from '../invoices/document-status';
import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { assertNoLaterNotes } from '../invoices/later-documents';
import { onFreshBooks } from '../payments/fresh-books';
import { capability } from '../platform/runtime/capability';
import { getItem } from '../platform/table/read';
import type { PayableDocument } from './number-lines';
import { readPayables } from './read-payables';
import { type ReceiptBooks, readBooksOf } from './receipt-books';

/** What the lock of a receipt needs. Without `payables` the receipt keeps the numbers of the one that it substitutes. */
export interface ReadReceipt {
  readonly books: ReceiptBooks;
  readonly payables?: readonly PayableDocument[];
}

/** A receipt with all that its lock needs. The documents are read first: a later change shows in their ledger's version. */
export const readReceipt = capability({ table: ['GetItem', 'BatchGetItem', 'Query'] }, (context) => {
  return (receipt: InvoiceRecord): Promise<ReadReceipt> =>
    onFreshBooks(context, async () => {
      const books = await readBooksOf(context, receipt);
      const { teamId, id, replaces } = receipt;
      if (replaces === undefined) return { books, payables: await readPayables(context, books.documents) };
      const old = await getItem(context, invoiceKey(teamId, replaces));
      // A receipt that was cancelled gave its numbers back, so its substitute is numbered as a new one.
      if (old === undefined || !isInForce(old))
        return { books, payables: await readPayables(context, books.documents) };
      // A substitute keeps the numbers of its receipt, so nothing may have been stamped since.
      await assertNoLaterNotes(context, old, id);
      return { books };
    });
});
