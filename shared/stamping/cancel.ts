import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { isLedgerDue } from '../payments/settle-ledger';
import { AppError, validationError } from '../platform/errors';
import type { Once } from '../platform/table/idempotency';
import { asIs } from '../platform/values/text';
import { keyFor } from './find-documents';
import { cancelWorkOf, followCancellation } from './follow-cancellation';
import { followLedger } from './follow-ledger';
import { mayHappen, RecordChanged } from './invoice-states';
import type { CancellationMotive } from './provider/port';
import { reconcile } from './reconcile';
import { wrongStatus } from './stamp';
import type { CancelDeps } from './uses';
import type { CancelWork } from './work-items';

export interface Cancellation {
  readonly motive: CancellationMotive;
  /** The id of our VALID invoice that replaces this one. Required with motive 01, refused with any other motive. */
  readonly substitution?: string | undefined;
}

/**
 * Asks the provider to cancel a VALID invoice. The request is recorded before it is sent. When the outcome is unknown,
 * the invoice becomes CANCELLED_PENDING and recovery asks the provider again. The recorded request keeps the
 * Idempotency-Key: with the same one it throws AlreadyDone.
 */
export async function cancel(
  deps: CancelDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  { motive, substitution }: Cancellation,
  once?: Once,
): Promise<InvoiceRecord> {
  if (record.status !== 'VALID' || record.providerId === null) throw wrongStatus(record);
  const substitute = await substituteOf(deps, record, { motive, substitution });
  await refuseWhileReplacing(deps, record);
  await refuseDependents(deps, record, motive);
  const key = await keyFor(deps, record);
  if (key === undefined) throw wrongStatus(record);
  const work = requested(deps, record, { motive, substitution }, substitute);
  // The version of an open ledger tells a note that is stamped at once of the cancellation.
  if (isLedgerDue(record)) await deps.settleLedger(actor, record.id);
  // A document with notes has no substitute, so its cancellation with motive 01 concerns no other document.
  await (motive === '01' ? deps.openReplacement(work, once) : deps.openCancellation(record, work, once));
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
  await dropRefused(deps, work);
  throw new AppError('PROVIDER_ERROR', { message: asIs(outcome.message) });
}

/** The provider is asked again to cancel a substituted document: recovery gives up after an hour, and tells the team. */
async function dropRefused(deps: CancelDeps, work: CancelWork): Promise<void> {
  if (work.substitution === undefined) await deps.completeWork(work);
}

/**
 * The work of a request with motive 01 replaces the one that was noted when the substitute became VALID, so it must ask for the same: until the
 * cancellation is decided, and with an alert when it is rejected. The record may have been read before the substitute became VALID.
 */
const requested = (
  deps: CancelDeps,
  record: InvoiceRecord,
  { motive, substitution }: Cancellation,
  substitute: string | undefined,
): CancelWork => {
  const noted = cancelWorkOf(deps, record);
  const work: CancelWork = { ...noted, motive, ...(substitution && { substituteId: substitution }) };
  const isOwn = motive === '01' && (record.isReplaced || record.replacedBy === substitution);
  return isOwn && substitute !== undefined ? { ...work, substitution: substitute, isAsked: true } : work;
};

/** Refuses before the key is read. `openCancellation` checks the same again, together with its write. */
async function refuseDependents(deps: CancelDeps, record: InvoiceRecord, motive: CancellationMotive): Promise<void> {
  if (motive !== '01') await deps.refuseLaterNotes(record);
}

/** The provider's id of the substitute. Throws when motive and substitute do not fit the invoice. */
async function substituteOf(
  deps: CancelDeps,
  record: InvoiceRecord,
  { motive, substitution }: Cancellation,
): Promise<string | undefined> {
  if (motive === '01') return namedSubstitute(deps, record, substitution);
  if (substitution !== undefined)
    throw validationError('substitution', {
      en: 'Send substitution only with motive 01, or leave it out.',
      es: 'Envíe substitution solo con el motivo 01, u omítala.',
    });
  if (record.replacedBy === undefined) return undefined;
  const { record: substitute } = await deps.readStamping(record.teamId, record.replacedBy);
  if (substitute === undefined || substitute.status === 'CANCELLED') return undefined;
  throw new AppError('SUBSTITUTE_EXISTS', {
    message: {
      en: `The invoice has a substitute that is ${substitute.status}: ${substitute.id}. Cancel with motive 01 when it is VALID, or delete its draft.`,
      es: `La factura tiene una sustituta ${substitute.status}: ${substitute.id}. Cancele con el motivo 01 cuando quede VALID, o borre su borrador.`,
    },
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
  throw validationError('substitution', {
    en: 'Send the id of the VALID substitute of this invoice, which has relation 04 to it: POST /invoices/{id}/substitute makes one.',
    es: 'Envíe el id de la sustituta VALID de esta factura, con relación 04 hacia ella: POST /invoices/{id}/substitute genera una.',
  });
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
    message: {
      en: `The invoice substitutes ${replaces}, whose cancellation is under way. Refresh that invoice, and cancel this one after its decision.`,
      es: `La factura sustituye a ${replaces}, cuya cancelación está en curso. Actualice esa factura y cancele esta cuando se resuelva.`,
    },
  });
}

/** Whether the invoice can still become CANCELLED, so that recovery must ask the provider about its cancellation. */
export const isCancellable = ({ status }: Pick<InvoiceRecord, 'status'>): boolean => mayHappen('cancelled', status);
