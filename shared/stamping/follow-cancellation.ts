import type { TeamActor } from '../audit/audit';
import { wholeFolio } from '../invoices/by-folio';
import { isInForce } from '../invoices/document-status';
import { hasDocument, type InvoiceRecord } from '../invoices/invoice-record';
import { documentCents } from '../invoices/ledger';
import { givenBack } from './credit-ledger';
import { type Cancellation, type DocumentFacts, INVOICE_TRANSITIONS, mayHappen } from './invoice-states';
import type { ProviderDocument } from './provider/port';
import { cancelledReceipt } from './receipt-ledger';
import { CANCELLATION_FORGOTTEN_MS } from './stamping-rules';
import type { SettleDeps } from './uses';
import type { CancelWork } from './work-items';

export const factsOf = ({ uuid, verificationUrl, cartaPorteUrl, total }: ProviderDocument): DocumentFacts => ({
  ...(uuid && { uuid }),
  ...(verificationUrl && { verificationUrl }),
  ...(cartaPorteUrl && { cartaPorteUrl }),
  ...(total !== undefined && { documentTotal: total }),
});

/** Reads folio fiscal and total of a document that was stamped before this service read them. */
async function withFacts(
  deps: SettleDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  document: ProviderDocument,
): Promise<InvoiceRecord> {
  const isKnown = record.uuid !== undefined && record.documentTotal !== undefined;
  const isNew = document.uuid !== undefined && document.total !== undefined;
  if (isKnown || !isNew || !hasDocument(record)) return record;
  return deps.recordFacts(actor, record, factsOf(document));
}

/**
 * Applies the document's cancellation status to the invoice, after its folio and total if the invoice lacks them. An
 * unknown status changes nothing.
 */
export async function followCancellation(
  deps: SettleDeps,
  actor: TeamActor,
  before: InvoiceRecord,
  document: ProviderDocument,
  asked?: CancelWork,
): Promise<InvoiceRecord> {
  const record = await withFacts(deps, actor, before, document);
  const cause = cancellationCause(deps, document, asked);
  if (cause === undefined || !mayHappen(cause, record.status)) return record;
  const rejected = isRejected(document) ? await substitutionOf(deps, record) : undefined;
  const work =
    cause === 'cancellationPending'
      ? cancelWorkOf(deps, record, asked ?? (await noted(deps, record)))
      : rejectedWork(document, asked);
  // A note or receipt of the document waits for the end of this work. Recovery, which gives it, ends it too.
  const isOver = cause === 'cancellationUndone' && asked === undefined;
  const ended = rejected ?? (isOver ? await plainWork(deps, record) : undefined);
  const warned = rejected
    ? await warnOfRejection(deps, record, rejected)
    : await warnOfRefusal(deps, record, document, asked ?? ended);
  const also = cause === 'cancelled' ? await giveBack(deps, record) : {};
  const followed = await deps.recordCancellation(actor, warned, INVOICE_TRANSITIONS[cause].to, work, also);
  if (ended) await deps.completeWork(ended);
  return followed;
}

/**
 * What a cancellation changes in other records: the document that this one substituted counts again, and the documents of a
 * credit note or receipt get the amounts back.
 */
async function giveBack(deps: SettleDeps, record: InvoiceRecord): Promise<Omit<Cancellation, 'work'>> {
  const document = await deps.readCredited(record);
  const { teamId, replaces, isReplaced } = record;
  const old = replaces === undefined || isReplaced ? undefined : (await deps.readStamping(teamId, replaces)).record;
  const counted = old?.isReplaced && isInForce(old) ? old : undefined;
  const restored = old && { restored: old };
  if (document) return { ledgers: givenBack(record, document, counted ? documentCents(counted) : 0), ...restored };
  if (record.type !== 'P') return { ...restored };
  const { ledgers, payments } = await cancelledReceipt(deps, record, counted?.id);
  return { ledgers, payments, ...restored };
}

export const isRejected = ({ cancellationStatus }: Pick<ProviderDocument, 'cancellationStatus'>): boolean =>
  cancellationStatus === 'rejected' || cancellationStatus === 'expired';

/** Recovery goes on with a rejected request until it is forgotten, because the rejection may be that of an earlier one. */
const rejectedWork = (document: ProviderDocument, asked: CancelWork | undefined): CancelWork | undefined =>
  asked && asked.substitution === undefined && isRejected(document) ? { ...asked, isRejected: true } : undefined;

/** The cancellation of a substituted document as it is noted: a reader who did not ask for it must not replace it by one without a substitute. */
const noted = async ({ readCancelWork }: Pick<SettleDeps, 'readCancelWork'>, { id, isReplaced }: InvoiceRecord) =>
  isReplaced ? readCancelWork(id) : undefined;

/** The cancellation that was asked for because the substitute of the document is VALID. */
async function substitutionOf(
  { readCancelWork }: Pick<SettleDeps, 'readCancelWork'>,
  { id, isReplaced }: InvoiceRecord,
): Promise<CancelWork | undefined> {
  const work = isReplaced ? await readCancelWork(id) : undefined;
  return work?.substitution !== undefined && work.isAsked ? work : undefined;
}

/** The noted cancellation, unless it is for a substitute: an earlier request is over, and recovery asks for this one. */
async function plainWork({ readCancelWork }: Pick<SettleDeps, 'readCancelWork'>, { id }: InvoiceRecord) {
  const work = await readCancelWork(id);
  return work?.substitution === undefined ? work : undefined;
}

/** Raises one alert for each request. It is raised before the write, so that an interruption cannot lose it. */
export const warnOfRejection = (
  { raiseAlertOnce }: Pick<SettleDeps, 'raiseAlertOnce'>,
  record: InvoiceRecord,
  work: CancelWork,
): Promise<InvoiceRecord> => raiseAlertOnce(record, 'SUBSTITUTION_REJECTED', work.at);

/** The folio as the document shows it, or its folio fiscal. */
export const documentName = (record: InvoiceRecord): string => wholeFolio(record) ?? record.uuid ?? record.id;

/**
 * Tells the team that the receiver rejected the cancellation, or that its request expired: once until it is requested again. The member was told
 * that it waits. A document with a substitute needs no request of a member: recovery asks again.
 */
async function warnOfRefusal(
  { raiseAlertOnce }: Pick<SettleDeps, 'raiseAlertOnce'>,
  record: InvoiceRecord,
  { status, cancellationStatus }: ProviderDocument,
  work: CancelWork | undefined,
): Promise<InvoiceRecord> {
  const isRefused = status === 'valid' && (cancellationStatus === 'rejected' || cancellationStatus === 'expired');
  const isTold = record.keptAlerts?.some(({ type }) => type === 'CANCELLATION_REJECTED');
  if (!isRefused || isTold || record.isReplaced) return record;
  const facts = { name: documentName(record), motive: work?.motive, ending: cancellationStatus };
  return raiseAlertOnce(record, 'CANCELLATION_REJECTED', `${work?.at}#${record.version}`, facts);
}

export const cancelWorkOf = (
  { clock }: Pick<SettleDeps, 'clock'>,
  { teamId, id, livemode = false }: InvoiceRecord,
  asked?: CancelWork,
): CancelWork => asked ?? { kind: 'CANCEL', teamId, invoiceId: id, livemode, at: clock.now().toISOString() };

function cancellationCause(
  { clock }: Pick<SettleDeps, 'clock'>,
  { status, cancellationStatus }: ProviderDocument,
  asked: CancelWork | undefined,
) {
  if (status === 'canceled') return 'cancelled';
  if (status !== 'valid') return undefined;
  if (cancellationStatus === 'pending' || cancellationStatus === 'verifying') return 'cancellationPending';
  if (isRejected({ cancellationStatus })) return 'cancellationUndone';
  const isForgotten = asked && clock.now().getTime() - Date.parse(asked.at) >= CANCELLATION_FORGOTTEN_MS;
  return cancellationStatus === 'none' && isForgotten ? 'cancellationUndone' : undefined;
}
