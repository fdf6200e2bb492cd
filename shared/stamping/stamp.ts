import type { TeamActor } from '../audit/audit';
import { idCcpOf } from '../carta-porte/measures';
import type { Amounts } from '../invoices/amounts';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { creditedId } from '../invoices/invoice-writes';
import type { StoredPayment } from '../invoices/receipt';
import { isLedgerDue } from '../payments/settle-ledger';
import { AppError, validationError } from '../platform/errors';
import type { Once } from '../platform/table/idempotency';
import { reservedReceipt } from '../receipts/receipt-books';
import { reserved } from './credit-ledger';
import { classify, findAllDocuments, keyOf } from './find-documents';
import { followLedger } from './follow-ledger';
import { type Lock, mayHappen, RecordChanged } from './invoice-states';
import { applyDocument } from './outcome';
import { isPassing } from './passing';
import type { PreparedInvoice } from './prepare';
import type { Outcome, ProviderDocument, ProviderKey } from './provider/port';
import { reconcile, refuse, warnOfDuplicates } from './reconcile';
import { SEND_WITHIN_MS } from './stamping-rules';
import type { StampDeps } from './uses';
import { type Attempt, lastAttemptOf, type StampWork } from './work-items';

/** The lock of an invoice and the data that this function sends under it. */
interface Held {
  readonly record: InvoiceRecord;
  readonly work: StampWork;
  readonly key: ProviderKey;
  readonly prepared: PreparedInvoice;
  /** The numbered lines of a receipt of payment. */
  readonly lines: readonly StoredPayment[] | undefined;
  readonly idCcp: string | undefined;
  readonly mustLook: boolean;
}

/**
 * Stamps an invoice. The lock is committed before the provider is called. Then the document is requested once, and the
 * outcome is written under the lock. When the outcome is uncertain, the invoice stays PENDING and recovery settles it.
 * Returns the resulting invoice. The lock keeps the Idempotency-Key: with the same one it throws AlreadyDone.
 */
export async function stamp(
  deps: StampDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  once?: Once,
): Promise<InvoiceRecord> {
  if (!mayHappen('stamp', record.status)) throw wrongStatus(record);
  const held = await lock(deps, actor, record, once);
  try {
    return await followLedger(deps, actor, await sendUnder(deps, actor, held));
  } catch (failure) {
    if (failure instanceof RecordChanged) return settleInstead(deps, actor, held.record);
    // The invoice stays PENDING, and recovery finds the outcome.
    if (isPassing(failure)) return held.record;
    throw failure;
  }
}

/** Another request changed the invoice during the provider's call. `reconcile` then reads both and decides. */
async function settleInstead(deps: StampDeps, actor: TeamActor, held: InvoiceRecord): Promise<InvoiceRecord> {
  try {
    return (await reconcile(deps, actor, held.id)) ?? held;
  } catch (failure) {
    if (isPassing(failure)) return held;
    throw failure;
  }
}

export const wrongStatus = ({ status }: InvoiceRecord): AppError =>
  new AppError('INVOICE_STATUS', {
    message: {
      en: `The invoice is ${status}, which allows no such thing. Read it again.`,
      es: `La factura está ${status}, que no lo permite. Vuelva a consultarla.`,
    },
  });

async function lock(deps: StampDeps, actor: TeamActor, record: InvoiceRecord, once: Once | undefined): Promise<Held> {
  const { rules, clock } = deps;
  const prepared = await prepare(deps, actor, record);
  const [first] = prepared.errors;
  if (first) throw new AppError('INVOICE_NOT_READY', { field: first.field, errors: prepared.errors });
  const documents = documentsOf(prepared);
  if (documents.length > 0) await deps.assertNotEnding(documents);
  const reservation = reservationOf(deps, record, prepared);
  const keys = await deps.openKeys(record.teamId);
  if (keys === undefined)
    throw validationError('teamId', {
      en: 'The team has no organization. Create it first: POST /invoices/organization.',
      es: 'La empresa no tiene organización. Créela primero: POST /invoices/organization.',
    });
  const open = await openAttempt(deps, record);
  const key = keyOf(keys, rules.livemode(open, keys.current.livemode), open?.fingerprint);
  const number = rules.attemptNumber(record.stamping, record.revision);
  const attemptId = clock.newId();
  const idCcp = record.stamping?.idCcp ?? (prepared.content.cartaPorte && idCcpOf(clock.newId()));
  const work = workOf(record, {
    number,
    attemptId,
    idempotencyKey: rules.idempotencyKey(record.id, number),
    livemode: key.livemode,
    fingerprint: key.fingerprint,
    attempts: [...(open?.attempts ?? []), attemptOf(deps, record, prepared, open)],
    earlierProviderId: open?.providerId ?? open?.earlierProviderId,
  });
  const stamping = { number, attemptId, isOpen: true, livemode: key.livemode, idCcp };
  try {
    const given = { stamping, work, amounts: amountsIn(prepared.content), ...heldWith(prepared), ...reservation };
    const locked = await deps.lockInvoice(actor, record, given, once);
    const { lines } = reservation;
    return { record: locked, work, key, prepared, lines, idCcp, mustLook: rules.looksFirst(record.stamping) };
  } catch (failure) {
    throw failure instanceof RecordChanged ? lockRefusal(record, failure.found) : failure;
  }
}

function lockRefusal({ status }: InvoiceRecord, found: InvoiceRecord | undefined): AppError {
  if (found === undefined) return new AppError('NOT_FOUND');
  return found.status === status ? new AppError('CONFLICT') : wrongStatus(found);
}

/** The ledger of a substituted document is opened first: its version tells a note that is stamped at once of the substitute. */
async function prepare(deps: StampDeps, actor: TeamActor, record: InvoiceRecord): Promise<PreparedInvoice> {
  const prepared = await deps.prepareInvoice(record);
  const { replaced } = prepared;
  if (replaced === undefined || !isLedgerDue(replaced)) return prepared;
  await deps.settleLedger(actor, replaced.id);
  return deps.prepareInvoice(record);
}

/** The documents of which a credit note or receipt takes a part. */
const documentsOf = ({ credited, receipt }: PreparedInvoice): readonly InvoiceRecord[] =>
  receipt ? receipt.books.documents : credited ? [credited] : [];

/** What the lock of a credit note, receipt or substitute writes to other records. */
function reservationOf(
  { lineRules }: Pick<StampDeps, 'lineRules'>,
  record: InvoiceRecord,
  { credited, receipt, replaced }: PreparedInvoice,
): Pick<Lock, 'ledgers' | 'payments' | 'lines'> {
  if (receipt) return reservedReceipt(record, receipt.books, receipt.payables, lineRules);
  // The write raises the version of the old document's ledger, so that a note that is stamped at once finds its substitute.
  const ledgers = replaced ? [{ record: replaced, after: replaced }] : reserved(record, credited);
  return ledgers.length > 0 ? { ledgers } : {};
}

function workOf(
  record: InvoiceRecord,
  attempt: Omit<StampWork, 'kind' | 'teamId' | 'invoiceId' | 'creditedId'>,
): StampWork {
  const documentId = creditedId(record);
  const { teamId, id: invoiceId } = record;
  return { kind: 'STAMP', teamId, invoiceId, ...attempt, ...(documentId && { creditedId: documentId }) };
}

const heldWith = ({ content, trip }: PreparedInvoice): Pick<Lock, 'relations' | 'trip'> => ({
  ...(content.relations && { relations: content.relations }),
  ...(trip && { trip }),
});

const amountsIn = ({
  subtotal,
  taxAmount,
  withheldAmount,
  isrWithheldAmount,
  total,
}: PreparedInvoice['content']): Amounts => ({ subtotal, taxAmount, withheldAmount, isrWithheldAmount, total });

/** The open attempt that this lock continues. Its document may exist although no search has found it. */
async function openAttempt(deps: StampDeps, record: InvoiceRecord): Promise<StampWork | undefined> {
  const { stamping } = record;
  if (!stamping?.isOpen) return undefined;
  const { work } = await deps.readStamping(record.teamId, record.id);
  return work?.attemptId === stamping.attemptId ? work : deps.readArchivedWork(record.teamId, record.id);
}

function attemptOf(
  { clock }: StampDeps,
  { revision }: InvoiceRecord,
  { content }: PreparedInvoice,
  open?: StampWork,
): Attempt {
  const isKept = open !== undefined && lastAttemptOf(open).revision === revision;
  return { at: clock.now().toISOString(), revision, ...(!isKept && { content }) };
}

async function sendUnder(deps: StampDeps, actor: TeamActor, held: Held): Promise<InvoiceRecord> {
  const { work, key } = held;
  let { record } = held;
  if (held.mustLook) {
    const documents = await findAllDocuments(deps, key, record, work);
    const { stamped, waiting, real } = classify(documents, work.earlierProviderId);
    record = await warnOfDuplicates(deps, record, real);
    if (stamped) return applyDocument(deps, actor, record, stamped, work);
    if (waiting) return wait(deps, held, waiting);
  }
  const outcome = await makeDocument(deps, held);
  if (outcome.kind === 'unknown') return record;
  if (outcome.kind === 'refused') return refuse(deps, actor, record, work, outcome.message);
  const document = outcome.value;
  if (document.status === 'failed') return refuse(deps, actor, record, work, document.failure, true);
  if (document.status === 'pending') return wait(deps, held, document);
  return applyDocument(deps, actor, record, document, work);
}

async function wait({ noteLookup }: StampDeps, { record, work }: Held, { id }: ProviderDocument) {
  await noteLookup(work, { providerId: id });
  return record;
}

/**
 * Requests the document exactly once. A provider draft without Carta Porte is stamped by its id. The provider cannot
 * add a Carta Porte to a draft, so that draft is deleted and a new document is created.
 */
async function makeDocument(deps: StampDeps, held: Held): Promise<Outcome<ProviderDocument>> {
  const { record, work, key, prepared, lines, idCcp = '' } = held;
  const body = prepared.bodyFor({ idCcp, idempotencyKey: work.idempotencyKey, ...(lines && { lines }) });
  if (record.providerId !== null) {
    const left = await deps.readDocument(key, record.providerId);
    if (left && left.status !== 'draft' && left.status !== 'failed') return { kind: 'done', value: left };
    if (left?.status === 'draft') {
      if (!prepared.content.cartaPorte) return stampDraft(deps, held, left, body);
      const removed = await deps.removeDraft(key, left.id);
      if (removed.kind === 'kept') return { kind: 'done', value: removed.document };
    }
  }
  return isLate(deps, work) ? LATE : deps.createDocument(key, body);
}

const LATE = { kind: 'unknown', cause: new Error('The time to send this attempt has passed.') } as const;

/** A request that is sent after the time limit may collide with the request of a later lock. */
const isLate = ({ clock }: StampDeps, work: StampWork): boolean =>
  clock.now().getTime() - Date.parse(lastAttemptOf(work).at) > SEND_WITHIN_MS;

async function stampDraft(
  deps: StampDeps,
  { key, work }: Held,
  draft: ProviderDocument,
  body: ReturnType<PreparedInvoice['bodyFor']>,
): Promise<Outcome<ProviderDocument>> {
  const updated = await deps.updateDraft(key, draft.id, body);
  if (updated.kind !== 'done') return updated;
  if (updated.value.status !== 'draft') return updated;
  return isLate(deps, work) ? LATE : deps.stampDraft(key, draft.id);
}
