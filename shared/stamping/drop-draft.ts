import type { InvoiceRecord } from '../domain/invoice-records';
import { Refusal } from '../domain/refusal';
import type { RemoveDraft } from '../providers/stamping/port';
import type { TeamActor } from '../store/audit';
import { refuseRemoval } from '../store/invoice-removal';
import type { SettleDeps } from './deps';
import { keyFor } from './look-up';
import { settle } from './settle';

/**
 * Drops the draft that the provider keeps of an invoice which is about to be deleted. Deleting what turned out stamped would cancel a tax
 * document (stamping.md §2): such a one is adopted instead, and the deletion refused.
 */
export async function dropProviderDraft(
  deps: SettleDeps & { readonly removeDraft: RemoveDraft },
  actor: TeamActor,
  record: InvoiceRecord,
): Promise<void> {
  refuseRemoval(record);
  if (record.providerId === null) return;
  const key = await keyFor(deps, record);
  if (key === undefined) return;
  const removed = await deps.removeDraft(key, record.providerId);
  if (removed.kind !== 'kept' || removed.document.status === 'failed') return;
  await settle(deps, actor, record.id);
  throw new Refusal('INVOICE_NOT_EDITABLE', {
    message: 'The stamping provider has made a document of this invoice. Read the invoice again.',
  });
}
