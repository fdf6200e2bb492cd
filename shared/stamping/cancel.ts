import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { isLedgerDue } from '../payments/settle-ledger';
import { AppError, validationError } from '../platform/errors';
import { keyFor } from './find-documents';
import { cancelWorkOf, followCancellation } from './follow-cancellation';
import { followLedger } from './follow-ledger';
import { mayHappen, RecordChanged } from './invoice-states';
import type { CancellationMotive } from './provider/port';
import { reconcile } from './reconcile';
import { wrongStatus } from './stamp';
import type { CancelDeps } from './uses';

export interface Cancellation {
  readonly motive: CancellationMotive;
  /** The id of our VALID invoice that replaces this one. Required with motive 01, refused with any other motive. */
  readonly substitution?: string | undefined;
}

/**
 * Asks the provider to cancel a VALID invoice. The request is recorded before it is sent. When the outcome is unknown,
 * the invoice becomes CANCELLED_PENDING and recovery asks the provider again.
 */
export async function cancel(
  deps: CancelDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  { motive, substitution }: Cancellation,
): Promise<InvoiceRecord> {
  if (record.status !== 'VALID' || record.providerId === null) throw wrongStatus(record);
  const substitute = await substituteOf(deps, record, { motive, substitution });
  await refuseWhileReplacing(deps, record);
  const key = await keyFor(deps, record);
  if (key === undefined) throw wrongStatus(record);
  const work = cancelWorkOf(deps, record);
  // The version of an open ledger tells a note that is stamped at once of the cancellation.
  if (isLedgerDue(record)) await deps.settleLedger(actor, record.id);
  // A document with notes has no substitute, so its cancellation with motive 01 concerns no other document.
  await (motive === '01' ? deps.enqueueCancelWork(work) : deps.openCancellation(record, work));
  const outcome = await deps.cancelDocument(key, record.providerId, motive, substitute);
  try {
    if (outcome.kind === 'done') {
      const followed = await followCancellation(deps, actor, record, outcome.value, work);
      if (followed.status !== 'VALID') return await followLedger(deps, actor, followed);
    }
    if (outcome.kind !== 'refused') return await deps.recordCancellation(actor, record, 'CANCELLED_PENDING', work);
  } catch (failure) {
    if (!(failure instanceof RecordChanged)) throw failure;
  }
  const settled = await reconcile(deps, actor, record.id, work);
  if (settled === undefined) throw new AppError('NOT_FOUND');
  if (outcome.kind !== 'refused' || settled.status !== 'VALID') return settled;
  await deps.completeWork(work);
  throw new AppError('PROVIDER_ERROR', { message: outcome.message });
}

/** The provider's id of the substitute. Throws when motive and substitute do not fit the invoice. */
async function substituteOf(
  deps: CancelDeps,
  record: InvoiceRecord,
  { motive, substitution }: Cancellation,
): Promise<string | undefined> {
  if (motive === '01') return namedSubstitute(deps, record, substitution);
  if (substitution !== undefined)
    throw validationError('substitution', 'Send substitution only with motive 01, or leave it out.');
  if (record.replacedBy === undefined) return undefined;
  const { record: substitute } = await deps.readStamping(record.teamId, record.replacedBy);
  if (substitute === undefined || substitute.status === 'CANCELLED') return undefined;
  throw new AppError('SUBSTITUTE_EXISTS', {
    message: `The invoice has a substitute that is ${substitute.status}: ${substitute.id}. Cancel with motive 01 when it is VALID, or delete its draft.`,
  });
}

async function namedSubstitute(
  deps: CancelDeps,
  record: InvoiceRecord,
  substitution: string | undefined,
): Promise<string> {
  const substitute =
    substitution === undefined ? undefined : (await deps.readStamping(record.teamId, substitution)).record;
  if (substitute?.providerId && isSubstitute(record, substitute)) return substitute.providerId;
  throw validationError(
    'substitution',
    'Send the id of the VALID substitute of this invoice, which has relation 04 to it: POST /invoices/{id}/substitute makes one.',
  );
}

/** Motive 01 names a VALID document of the same client and type that has relation 04 to the cancelled one. */
const isSubstitute = (record: InvoiceRecord, substitute: InvoiceRecord): boolean =>
  substitute.status === 'VALID' &&
  substitute.livemode === record.livemode &&
  substitute.clientId === record.clientId &&
  substitute.type === record.type &&
  record.uuid !== undefined &&
  (substitute.relations ?? []).some(({ type, uuids }) => type === '04' && uuids.includes(record.uuid ?? ''));

/** Throws while the substituted document waits for its cancellation: both cancelled would leave no document. */
async function refuseWhileReplacing(deps: CancelDeps, { replaces }: InvoiceRecord): Promise<void> {
  const work = replaces === undefined ? undefined : await deps.readCancelWork(replaces);
  if (work?.substitution === undefined) return;
  throw new AppError('INVOICE_STATUS', {
    message: `The invoice substitutes ${replaces}, whose cancellation is under way. Refresh that invoice, and cancel this one after its decision.`,
  });
}

/** Whether the invoice can still become CANCELLED, so that recovery must ask the provider about its cancellation. */
export const isCancellable = ({ status }: Pick<InvoiceRecord, 'status'>): boolean => mayHappen('cancelled', status);
