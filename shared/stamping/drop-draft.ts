import type { InvoiceRecord } from '../domain/invoice-records';
import { Refusal } from '../domain/refusal';
import type { RemoveDraft } from '../providers/stamping/port';
import type { TeamActor } from '../store/audit';
import { isEditable, notEditable } from '../store/invoice-edits';
import type { SettleDeps } from './deps';
import { keyFor } from './look-up';
import { settle } from './settle';

/**
 * Refuses to delete what may still turn out to be a tax document: without its record nobody would look for that. An attempt whose end is
 * unknown is looked for during 72 hours.
 */
async function refuseWhileLookedFor(deps: SettleDeps, { teamId, id, stamping }: InvoiceRecord): Promise<void> {
  if (!stamping?.isOpen) return;
  const { work } = await deps.readStamping(teamId, id);
  if (work && deps.rules.isLookedFor(work, deps.clock.now())) throw new Refusal('INVOICE_STAMP_OPEN');
}

/**
 * Drops the draft that the provider keeps of an invoice which is about to be deleted. Deleting what turned out stamped would cancel a tax
 * document (stamping.md §2): such a one is adopted instead, and the deletion refused.
 */
export async function dropProviderDraft(
  deps: SettleDeps & { readonly removeDraft: RemoveDraft },
  actor: TeamActor,
  record: InvoiceRecord,
): Promise<void> {
  if (!isEditable(record)) throw notEditable(record);
  await refuseWhileLookedFor(deps, record);
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
