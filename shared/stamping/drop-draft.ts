import type { TeamActor } from '../audit/audit';
import { isEditable, notEditable } from '../invoices/edit-invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { keyFor } from './find-documents';
import { reconcile } from './reconcile';
import type { SettleDeps, StampDeps } from './uses';

/**
 * Refuses to delete what may still turn out to be a tax document: without its record nobody would look for that. An attempt whose end is
 * unknown is looked for during 72 hours.
 */
async function refuseWhileLookedFor(deps: SettleDeps, { teamId, id, stamping }: InvoiceRecord): Promise<void> {
  if (!stamping?.isOpen) return;
  const { work } = await deps.readStamping(teamId, id);
  if (work && deps.rules.isLookedFor(work, deps.clock.now())) throw new AppError('INVOICE_STAMP_OPEN');
}

/**
 * Refuses to delete an invoice whose draft at the provider turned out stamped: such a one is adopted instead. Nothing is deleted while the
 * provider does not answer.
 */
export async function refuseIfStamped(deps: SettleDeps, actor: TeamActor, record: InvoiceRecord): Promise<void> {
  if (!isEditable(record)) throw notEditable(record);
  await refuseWhileLookedFor(deps, record);
  if (record.providerId === null) return;
  const key = await keyFor(deps, record);
  const document = key && (await deps.readDocument(key, record.providerId));
  if (document === undefined || document.status === 'draft' || document.status === 'failed') return;
  await reconcile(deps, actor, record.id);
  throw new AppError('INVOICE_NOT_EDITABLE', {
    message: 'The stamping provider has made a document of this invoice. Read the invoice again.',
  });
}

/**
 * Drops the draft that the provider keeps of an invoice that is deleted: after it, never before. Until then somebody may stamp it, between our
 * reading it there and our deleting it, and that would cancel a tax document. One that stays behind has no fiscal value.
 */
export async function dropProviderDraft(
  deps: Pick<StampDeps, 'openKeys' | 'rules' | 'removeDraft'>,
  record: InvoiceRecord,
): Promise<void> {
  if (record.providerId === null) return;
  try {
    const key = await keyFor(deps, record);
    if (key) await deps.removeDraft(key, record.providerId);
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
  }
}
