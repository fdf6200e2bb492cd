import type { ReceiptCheck } from '../carta-porte/readiness-input';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { receiptDueOn } from '../payments/due-receipt';
import { isUnchanged, type ReceiptBooks } from './receipt-books';

/** What the rules check of a receipt. */
export const receiptCheckOf = (receipt: InvoiceRecord, books: ReceiptBooks, timeZone: string): ReceiptCheck => ({
  isUnchanged: isUnchanged(receipt, books),
  payments: books.lines.map(({ paymentForm, paidAt, documents }) => ({
    paymentForm,
    paidAt,
    dueOn: receiptDueOn(paidAt, timeZone),
    documents: documents.map(({ invoiceId }) => books.documents.find(({ id }) => id === invoiceId)),
  })),
});
