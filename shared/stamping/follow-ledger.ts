import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { DeadlineExceeded } from '../platform/runtime/deadline';
import { ledgerDueAfter } from './credit-ledger';
import type { SettleDeps } from './uses';

/**
 * Brings the ledger in line after a write that changed the status of a document or of a credit note. A table that does not answer does not
 * change the result of the saga: recovery repeats this step.
 */
export async function followLedger(
  { settleLedger }: Pick<SettleDeps, 'settleLedger'>,
  actor: TeamActor,
  record: InvoiceRecord,
): Promise<InvoiceRecord> {
  const invoiceId = ledgerDueAfter(record);
  if (invoiceId === undefined) return record;
  try {
    await settleLedger(actor, invoiceId);
  } catch (failure) {
    const isPassing =
      failure instanceof DeadlineExceeded || (failure instanceof AppError && failure.code === 'UNAVAILABLE');
    if (!isPassing) throw failure;
  }
  return record;
}
