import type { TeamActor } from '../audit/audit';
import type { OwedInvoice } from '../invoices/allocated';
import type { Context } from '../platform/runtime/context';
import { fittingDocuments } from './allocation-rules';
import type { AllocationInput } from './payment';
import { openDocumentsOf, readDocuments } from './read-books';
import { isLedgerDue, settleDocument } from './settle-ledger';

/** The documents of the allocations, or the open ones of the client. A document whose ledger is not open yet is opened first. */
export async function documentsFor(
  context: Context,
  actor: TeamActor,
  clientId: string,
  allocations: readonly AllocationInput[] | undefined,
): Promise<OwedInvoice[]> {
  if (allocations === undefined) return fittingDocuments(await openDocumentsOf(context, actor.teamId, clientId));
  const ids = allocations.map(({ invoiceId }) => invoiceId);
  const records = await readDocuments(context, actor.teamId, ids);
  const due = records.filter((record) => record.clientId === clientId && isLedgerDue(record));
  if (due.length === 0) return records;
  for (const { id } of due) await settleDocument(context, actor, id);
  return readDocuments(context, actor.teamId, ids);
}
