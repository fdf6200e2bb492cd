import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { AlreadyDone, isDone, type Once } from '../platform/table/idempotency';
import type { SettleDeps } from './uses';

/** What {@link onceOfInvoice} needs. */
export const ONCE_USES = { isDone };

/**
 * Makes a change of an invoice whose first transaction keeps the Idempotency-Key. The change goes on after that
 * transaction, so a repeat is answered with the invoice as it is now, never with the refusal of a second change.
 */
export async function onceOfInvoice(
  deps: Pick<SettleDeps, 'readStamping'> & { readonly isDone: (once: Once) => Promise<boolean> },
  { teamId, id }: InvoiceRecord,
  once: Once | undefined,
  change: () => Promise<InvoiceRecord>,
): Promise<InvoiceRecord> {
  if (once === undefined) return change();
  const readAsItIs = async (): Promise<InvoiceRecord> => {
    const { record } = await deps.readStamping(teamId, id);
    if (record === undefined) throw new AppError('NOT_FOUND');
    return record;
  };
  if (await deps.isDone(once)) return readAsItIs();
  try {
    return await change();
  } catch (failure) {
    if (!isSecond(failure) || !(await deps.isDone(once))) throw failure;
    return readAsItIs();
  }
}

/** Whether a request with the same key may have caused the failure. A refusal of the provider is the answer to this one. */
const isSecond = (failure: unknown): boolean =>
  failure instanceof AlreadyDone || (failure instanceof AppError && failure.code !== 'PROVIDER_ERROR');
