import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { NO_DOCUMENT, NO_REASON } from '../invoices/refusal-reason';
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
        await warnOfStuck(deps, record, own).catch(ignoreChanged);
        throw failure;
      }
      if (rounds === MOST_ROUNDS) throw new AppError('CONFLICT', { cause: failure });
    }
  }
}

/** The failure itself counts. The next run raises the alert. */
function ignoreChanged(failure: unknown): void {
  if (!(failure instanceof RecordChanged)) throw failure;
}

/** The work item, if it belongs to the invoice's current lock. */
const ownWork = ({ stamping }: InvoiceRecord, work: StampWork | undefined): StampWork | undefined =>
  work && work.attemptId === stamping?.attemptId ? work : undefined;

async function settleOnce(
  deps: SettleDeps,
  actor: TeamActor,
  read: InvoiceRecord,
  work: StampWork | undefined,
  asked: CancelWork | undefined,
): Promise<InvoiceRecord> {
  const askedAt = deps.clock.now();
  const key = await keyFor(deps, read, work);
  if (key === undefined) return warnOfStuck(deps, read, work);
  if (read.status === 'CANCELLED_PENDING' && read.providerId !== null) {
    const outcome = await deps.askAuthority(key, read.providerId);
    if (outcome.kind === 'done') return followCancellation(deps, actor, read, outcome.value, asked);
  }
  const documents = await findAllDocuments(deps, key, read, work);
  const { stamped, waiting, real } = classify(documents, read.providerId);
  const record = await endOfDuplicates(deps, await warnOfDuplicates(deps, read, real), real);
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
  record: InvoiceRecord,
  real: readonly ProviderDocument[],
): Promise<InvoiceRecord> {
  let warned = record;
  for (const { id } of real.slice(1)) warned = await raiseAlertOnce(warned, 'INVOICE_DUPLICATE', id);
  return warned;
}

/** Resolves INVOICE_DUPLICATE when all documents but the invoice's own are cancelled at the provider. */
async function endOfDuplicates(
  { resolveAlerts }: Pick<SettleDeps, 'resolveAlerts'>,
  record: InvoiceRecord,
  real: readonly ProviderDocument[],
): Promise<InvoiceRecord> {
  const isRaised = record.keptAlerts?.some(({ type }) => type === 'INVOICE_DUPLICATE');
  if (!isRaised || record.providerId === null) return record;
  const isOther = ({ id, status }: ProviderDocument) => id !== record.providerId && status !== 'canceled';
  return real.some(isOther) ? record : resolveAlerts(record, 'INVOICE_DUPLICATE');
}

interface Pending {
  readonly record: InvoiceRecord;
  readonly work: StampWork | undefined;
  readonly documents: readonly ProviderDocument[];
  readonly waiting: ProviderDocument | undefined;
  readonly askedAt: Date;
}

async function settlePending(deps: SettleDeps, actor: TeamActor, pending: Pending): Promise<InvoiceRecord> {
  const { work, documents, waiting, askedAt } = pending;
  if (work === undefined) throw new Error('The invoice is PENDING but has no open attempt.');
  const record = await warnOfStuck(deps, pending.record, work);
  if (waiting) {
    if (work.providerId !== waiting.id || work.emptySince !== undefined) {
      await deps.noteLookup(work, { providerId: waiting.id });
    }
    return record;
  }
  const failed = documents.find(({ id, status }) => status === 'failed' && deps.rules.isOwnFailure(work, id));
  if (failed) return refuse(deps, actor, record, work, failed.failure);
  if (deps.rules.givesUp(work, askedAt)) return deps.recordRefused(actor, record, NO_DOCUMENT.en, { isOpen: true });
  if (work.emptySince === undefined) {
    await deps.noteLookup(work, { providerId: work.providerId, emptySince: deps.clock.now().toISOString() });
  }
  return record;
}

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
  message = NO_REASON.en,
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
  record: InvoiceRecord,
  work: StampWork | undefined,
): Promise<InvoiceRecord> {
  if (record.status !== 'PENDING' || work === undefined || !isStuck(work, clock.now())) return record;
  return raiseAlertOnce(record, 'INVOICE_STAMP_STUCK', work.attemptId);
}
