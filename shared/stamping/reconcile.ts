import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { AppError } from '../platform/errors';
import { released } from './credit-ledger';
import { classify, findAllDocuments, keyFor } from './find-documents';
import { followCancellation } from './follow-cancellation';
import { followLedger } from './follow-ledger';
import { RecordChanged } from './invoice-states';
import { applyDocument } from './outcome';
import type { ProviderDocument } from './provider/port';
import { refusedReceipt } from './receipt-ledger';
import { continueSubstitution } from './substitution';
import type { SettleDeps } from './uses';
import { type CancelWork, isStuck, type StampWork } from './work-items';

/** Maximum restarts of a step because another request changed the invoice meanwhile. */
const MOST_ROUNDS = 5;

const NOTHING_FOUND =
  'The stamping provider has no document of this invoice, one hour after the request. Stamp the invoice again.';

/**
 * Settles an invoice with an uncertain outcome. Refresh, webhook and recovery share this step. It asks the provider and
 * then decides. While the outcome is uncertain it changes nothing, and it never creates a document. Returns undefined
 * when the invoice does not exist.
 */
export async function reconcile(
  deps: SettleDeps,
  actor: TeamActor,
  invoiceId: string,
  asked?: CancelWork,
): Promise<InvoiceRecord | undefined> {
  for (let rounds = 1; ; rounds += 1) {
    const { record, work } = await deps.readStamping(actor.teamId, invoiceId);
    if (record === undefined) return undefined;
    const own = ownWork(record, work);
    try {
      return await followLedger(deps, actor, await settleOnce(deps, actor, record, own, asked));
    } catch (failure) {
      if (!(failure instanceof RecordChanged)) {
        await warnOfStuck(deps, record, own);
        throw failure;
      }
      if (rounds === MOST_ROUNDS) throw new AppError('CONFLICT', { cause: failure });
    }
  }
}

/** The work item, if it belongs to the invoice's current lock. */
const ownWork = ({ stamping }: InvoiceRecord, work: StampWork | undefined): StampWork | undefined =>
  work && work.attemptId === stamping?.attemptId ? work : undefined;

async function settleOnce(
  deps: SettleDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  work: StampWork | undefined,
  asked: CancelWork | undefined,
): Promise<InvoiceRecord> {
  const askedAt = deps.clock.now();
  const key = await keyFor(deps, record, work);
  if (key === undefined) {
    await warnOfStuck(deps, record, work);
    return record;
  }
  if (record.status === 'CANCELLED_PENDING' && record.providerId !== null) {
    const outcome = await deps.askAuthority(key, record.providerId);
    if (outcome.kind === 'done') return followCancellation(deps, actor, record, outcome.value, asked);
  }
  const documents = await findAllDocuments(deps, key, record, work);
  const { stamped, waiting, real } = classify(documents, record.providerId);
  await warnOfDuplicates(deps, record, real);
  if (deps.rules.isTruthAccepted(record.status)) {
    if (stamped) return applyDocument(deps, actor, record, stamped, work);
    return record.status === 'PENDING'
      ? settlePending(deps, actor, { record, work, documents, waiting, askedAt })
      : record;
  }
  const own = documents.find(({ id }) => id === record.providerId);
  const followed = own ? await followCancellation(deps, actor, record, own, asked) : record;
  return continueSubstitution(deps, actor, followed, own);
}

/** Raises one INVOICE_DUPLICATE alert for each document after the first. */
export async function warnOfDuplicates(
  { raiseAlertOnce }: Pick<SettleDeps, 'raiseAlertOnce'>,
  { teamId, id: entityId }: InvoiceRecord,
  real: readonly ProviderDocument[],
): Promise<void> {
  for (const { id } of real.slice(1)) await raiseAlertOnce(teamId, { type: 'INVOICE_DUPLICATE', entityId }, id);
}

interface Pending {
  readonly record: InvoiceRecord;
  readonly work: StampWork | undefined;
  readonly documents: readonly ProviderDocument[];
  readonly waiting: ProviderDocument | undefined;
  readonly askedAt: Date;
}

async function settlePending(deps: SettleDeps, actor: TeamActor, pending: Pending): Promise<InvoiceRecord> {
  const { record, work, documents, waiting, askedAt } = pending;
  if (work === undefined) throw new Error('The invoice is PENDING but has no open attempt.');
  await warnOfStuck(deps, record, work);
  if (waiting) {
    if (work.providerId !== waiting.id || work.emptySince !== undefined) {
      await deps.noteLookup(work, { providerId: waiting.id });
    }
    return record;
  }
  const failed = documents.find(({ id, status }) => status === 'failed' && deps.rules.isOwnFailure(work, id));
  if (failed) return refuse(deps, actor, record, work, failed.failure);
  if (deps.rules.givesUp(work, askedAt)) return deps.recordRefused(actor, record, NOTHING_FOUND, { isOpen: true });
  if (work.emptySince === undefined) {
    await deps.noteLookup(work, { providerId: work.providerId, emptySince: deps.clock.now().toISOString() });
  }
  return record;
}

const NO_REASON = 'The stamping provider could not stamp the invoice. Check its data and stamp it again.';

/**
 * Records a definite refusal: the invoice becomes ERROR with the provider's message. `isAnswered` says that the create
 * call itself returned the failed document. An idempotency key has one document, so the attempt has no other document,
 * and it closes.
 */
export async function refuse(
  deps: Pick<SettleDeps, 'rules' | 'clock' | 'recordRefused' | 'readCredited' | 'readReceiptBooks'>,
  actor: TeamActor,
  record: InvoiceRecord,
  work: StampWork,
  message = NO_REASON,
  isAnswered = false,
): Promise<InvoiceRecord> {
  const isOpen = !isAnswered && !deps.rules.refusalCloses(work, deps.clock.now());
  // An open attempt keeps its document reserved: its own document may still appear.
  const ledgers = isOpen ? [] : released(record, (await deps.readCredited(record))?.record);
  const receipt = isOpen ? undefined : await refusedReceipt(deps, record);
  return deps.recordRefused(actor, record, message, {
    isOpen,
    ...(ledgers.length > 0 && { ledgers }),
    ...(receipt && { ledgers: receipt.ledgers, payments: receipt.payments }),
  });
}

/** Raises the alert even when the provider does not answer. */
async function warnOfStuck(
  { clock, raiseAlertOnce }: SettleDeps,
  { status }: InvoiceRecord,
  work: StampWork | undefined,
): Promise<void> {
  if (status !== 'PENDING' || work === undefined || !isStuck(work, clock.now())) return;
  const { teamId, invoiceId, attemptId } = work;
  await raiseAlertOnce(teamId, { type: 'INVOICE_STAMP_STUCK', entityId: invoiceId }, attemptId);
}
