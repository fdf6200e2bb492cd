import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError, validationError } from '../platform/errors';
import { keyFor } from './find-documents';
import { mayHappen, RecordChanged } from './invoice-states';
import { cancelWorkOf, followCancellation } from './outcome';
import type { CancellationMotive } from './provider/port';
import { reconcile } from './reconcile';
import { wrongStatus } from './stamp';
import type { CancelDeps } from './uses';

export interface Cancellation {
  readonly motive: CancellationMotive;
  /** Our VALID invoice that takes the place of this one: with motive 01 and with no other. */
  readonly substitution?: string | undefined;
}

/**
 * Asks for the cancellation of a VALID invoice. It is noted before it is asked for; where the answer says nothing, the invoice is
 * CANCELLED_PENDING until recovery has asked again.
 */
export async function cancel(
  deps: CancelDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  { motive, substitution }: Cancellation,
): Promise<InvoiceRecord> {
  if (record.status !== 'VALID' || record.providerId === null) throw wrongStatus(record);
  const substitute = await substituteOf(deps, record, { motive, substitution });
  const key = await keyFor(deps, record);
  if (key === undefined) throw wrongStatus(record);
  const work = cancelWorkOf(deps, record);
  await deps.enqueueCancelWork(work);
  const outcome = await deps.cancelDocument(key, record.providerId, motive, substitute);
  try {
    if (outcome.kind === 'done') {
      const followed = await followCancellation(deps, actor, record, outcome.value, work);
      if (followed.status !== 'VALID') return followed;
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

async function substituteOf(
  deps: CancelDeps,
  record: InvoiceRecord,
  { motive, substitution }: Cancellation,
): Promise<string | undefined> {
  if (substitution === undefined) {
    if (motive === '01')
      throw validationError('substitution', 'Send the id of the VALID invoice that takes the place of this one.');
    return undefined;
  }
  if (motive !== '01') throw validationError('substitution', 'Send a substitution with motive 01 alone.');
  const { record: substitute } = await deps.readStamping(record.teamId, substitution);
  const fits = substitute?.status === 'VALID' && substitute.id !== record.id && substitute.livemode === record.livemode;
  if (!fits || substitute.providerId === null)
    throw validationError('substitution', 'Send the id of another VALID invoice of this team.');
  return substitute.providerId;
}

/** Whether recovery still has to ask about a cancellation. */
export const isCancellable = ({ status }: Pick<InvoiceRecord, 'status'>): boolean => mayHappen('cancelled', status);
