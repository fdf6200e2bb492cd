import type { TeamActor } from '../audit/audit';
import { isEditable, notEditable } from '../invoices/edit-invoice';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { keyFor } from './find-documents';
import { reconcile } from './reconcile';
import type { SettleDeps, StampDeps } from './uses';

/**
 * Throws INVOICE_STAMP_OPEN while the open attempt may still produce a tax document. After a deletion, recovery would
 * not search for that document. An attempt without a known outcome is searched for during 72 hours.
 */
async function assertNoOpenSearch(deps: SettleDeps, { teamId, id, stamping }: InvoiceRecord): Promise<void> {
  if (!stamping?.isOpen) return;
  const { work } = await deps.readStamping(teamId, id);
  if (work && deps.rules.isLookedFor(work, deps.clock.now())) throw new AppError('INVOICE_STAMP_OPEN');
}

/**
 * Throws INVOICE_NOT_EDITABLE when the provider has stamped the draft of this invoice, and applies that document to the
 * invoice. When the provider does not answer, the error stops the deletion.
 */
export async function refuseIfStamped(deps: SettleDeps, actor: TeamActor, record: InvoiceRecord): Promise<void> {
  if (!isEditable(record)) throw notEditable(record);
  await assertNoOpenSearch(deps, record);
  if (record.providerId === null) return;
  const key = await keyFor(deps, record);
  const document = key && (await deps.readDocument(key, record.providerId));
  if (document === undefined || document.status === 'draft' || document.status === 'failed') return;
  await reconcile(deps, actor, record.id);
  throw new AppError('INVOICE_NOT_EDITABLE', {
    message: {
      en: 'The stamping provider has stamped this invoice, so it cannot be deleted. Read the invoice again.',
      es: 'El proveedor de timbrado ya timbró esta factura, por eso no se puede borrar. Vuelva a consultar la factura.',
    },
  });
}

/**
 * Deletes the provider's draft of an invoice, after the invoice itself was deleted. Deleted earlier, the draft could be
 * stamped between our read and our delete, and the provider's delete call would then cancel a tax document. A draft
 * that stays at the provider has no fiscal value, so a failure is ignored.
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
