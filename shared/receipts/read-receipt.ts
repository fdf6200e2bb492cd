import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { assertNoLaterNotes } from '../invoices/later-documents';
import { onFreshBooks } from '../payments/fresh-books';
import { capability } from '../platform/runtime/capability';
import { getItem } from '../platform/table/read';
import { readPayables } from './read-payables';
import { readBooksOf } from './receipt-books';

/** A receipt with all that its lock needs. The documents are read first: a later change shows in their ledger's version. */
export const readReceipt = capability({ table: ['GetItem', 'BatchGetItem', 'Query'] }, (context) => {
  return (receipt: InvoiceRecord) =>
    onFreshBooks(context, async () => {
      const books = await readBooksOf(context, receipt);
      const { teamId, id, replaces } = receipt;
      if (replaces === undefined) return { books, payables: await readPayables(context, books.documents) };
      // A substitute keeps the numbers of its receipt, so nothing may have been stamped since.
      const old = await getItem(context, invoiceKey(teamId, replaces));
      if (old) await assertNoLaterNotes(context, old, id);
      return { books, payables: [] };
    });
});
