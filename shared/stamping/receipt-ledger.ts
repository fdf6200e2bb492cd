import { type InvoiceRecord, invoiceKey } from '../invoices/invoice-record';
import { capability, type Deps } from '../platform/runtime/capability';
import { unchanged } from '../platform/table/expression';
import { check } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import {
  confirmed,
  isReserved,
  paymentSteps,
  type ReceiptWrites,
  readBooksOf,
  type readReceiptBooks,
  releasedReceipt,
  revoked,
} from '../receipts/receipt-books';
import { ledgerChanged, ledgerSteps } from './credit-ledger';

type Reads = Deps<{ readonly readReceiptBooks: typeof readReceiptBooks }>;

/** Undefined for a record that is no receipt of payment. */
type Writes = Promise<ReceiptWrites | undefined>;

/** The receipt is VALID. A receipt whose documents were released before is told of. */
export async function confirmedReceipt(
  deps: Reads,
  receipt: InvoiceRecord,
  replaced: string | undefined,
): Promise<Pick<ReceiptWrites, 'ledgers' | 'payments'> & { readonly isUnreserved: boolean }> {
  const books = await deps.readReceiptBooks(receipt);
  return { ...confirmed(receipt, books, replaced), isUnreserved: !isReserved(receipt, books) };
}

export const refusedReceipt = async (deps: Reads, receipt: InvoiceRecord): Writes =>
  receipt.type === 'P' ? releasedReceipt(receipt, await deps.readReceiptBooks(receipt)) : undefined;

/** `restored` is the receipt that this one substituted, when that one counts again. */
export const cancelledReceipt = async (
  deps: Reads,
  receipt: InvoiceRecord,
  restored: string | undefined,
): Promise<ReceiptWrites> => revoked(receipt, await deps.readReceiptBooks(receipt), restored);

/** Releases the documents of a receipt whose outcome is no longer looked for. */
export const releaseReceipt = capability(
  { table: ['GetItem', 'BatchGetItem', 'UpdateItem', 'ConditionCheckItem'] },
  (context) =>
    async (receipt: InvoiceRecord): Promise<void> => {
      const { ledgers, payments } = releasedReceipt(receipt, await readBooksOf(context, receipt));
      if (ledgers.length + payments.length === 0) return;
      const { teamId, id } = receipt;
      await transact(context, [
        ...ledgerSteps(ledgers, ledgerChanged),
        ...paymentSteps(teamId, payments, ledgerChanged),
        // Another stamp of the receipt reserves its documents again.
        check(invoiceKey(teamId, id), unchanged(receipt, ['status', 'stamping']), ledgerChanged),
      ]);
    },
);
