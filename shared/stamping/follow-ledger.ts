import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { DeadlineExceeded } from '../platform/runtime/deadline';
import { ledgersDueAfter } from './credit-ledger';
import type { SettleDeps } from './uses';

/**
 * Brings the ledger in line after a write that changed the status of a document or of a credit note, and ends the alerts
 * about receipts that are due. A table that does not answer does not change the result of the saga: recovery, or the
 * schedule of the alerts, repeats this step.
 */
export async function followLedger(
  { settleLedger, settleReceiptMonths }: Pick<SettleDeps, 'settleLedger' | 'settleReceiptMonths'>,
  actor: TeamActor,
  record: InvoiceRecord,
): Promise<InvoiceRecord> {
  const due = ledgersDueAfter(record);
  if (!endsDueReceipts(record) && due.length === 0) return record;
  try {
    for (const invoiceId of due) await settleLedger(actor, invoiceId);
    if (endsDueReceipts(record)) await settleReceiptMonths(record.teamId);
  } catch (failure) {
    const isPassing =
      failure instanceof DeadlineExceeded || (failure instanceof AppError && failure.code === 'UNAVAILABLE');
    if (!isPassing) throw failure;
  }
  return record;
}

/** After it fewer payments need a receipt: they have one, or the document that they paid is cancelled. */
const endsDueReceipts = ({ type, status, paymentMethod }: InvoiceRecord): boolean =>
  type === 'P' ? status === 'VALID' : type === undefined && status === 'CANCELLED' && paymentMethod === 'PPD';
