import type { InvoiceRecord } from '../invoices/invoice-record';
import { onFreshBooks } from '../payments/fresh-books';
import { capability } from '../platform/runtime/capability';
import { readPayables } from './read-payables';
import { readBooksOf } from './receipt-books';

/** A receipt with all that its lock needs. The documents are read first: a later change shows in their ledger's version. */
export const readReceipt = capability({ table: ['GetItem', 'BatchGetItem', 'Query'] }, (context) => {
  return (receipt: InvoiceRecord) =>
    onFreshBooks(context, async () => {
      const books = await readBooksOf(context, receipt);
      // A substitute keeps the numbers of its receipt.
      const payables = receipt.replaces === undefined ? await readPayables(context, books.documents) : [];
      return { books, payables };
    });
});
