import type { TeamActor } from '../audit/audit';
import { hasDocument, type InvoiceRecord } from '../invoices/invoice-record';
import { pesosOf } from '../platform/values/money';
import { type DocumentFacts, INVOICE_TRANSITIONS, mayHappen } from './invoice-states';
import type { ProviderDocument } from './provider/port';
import { CANCELLATION_FORGOTTEN_MS } from './stamping-rules';
import type { SettleDeps } from './uses';
import type { CancelWork, StampWork } from './work-items';

/** Applies a stamped document to its invoice: VALID first, then the state of the document's cancellation. */
export async function applyDocument(
  deps: SettleDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  document: ProviderDocument,
  given: StampWork | undefined,
): Promise<InvoiceRecord> {
  const isStamped = document.status === 'valid' || document.status === 'canceled';
  if (!isStamped || !deps.rules.isTruthAccepted(record.status)) return record;
  const isOpen = record.stamping?.isOpen === true;
  const work = isOpen ? (given ?? (await deps.readArchivedWork(record.teamId, record.id))) : undefined;
  // A document that was created directly holds the content of its creation, but may be stamped long after a later try.
  // Its creation time therefore selects the content. For a stamped draft, the time of the stamp selects it.
  const takenAt = document.id === record.providerId ? undefined : document.createdAt;
  const stamped = work && deps.rules.stamped(work, takenAt ?? document.stampedAt);
  const content = stamped && stamped.revision !== record.revision ? stamped.content : undefined;
  await warnOfTotal(deps, content ? { ...record, total: content.total } : record, document);
  const valid = await deps.recordStamped(
    actor,
    record,
    {
      providerId: document.id,
      folio: document.folio ?? null,
      series: document.series ?? record.series,
      livemode: document.livemode,
      issuedAt: document.stampedAt ?? deps.clock.now().toISOString(),
      ...factsOf(document),
    },
    content,
  );
  return followCancellation(deps, actor, valid, document);
}

const factsOf = ({ uuid, verificationUrl, cartaPorteUrl, total }: ProviderDocument): DocumentFacts => ({
  ...(uuid && { uuid }),
  ...(verificationUrl && { verificationUrl }),
  ...(cartaPorteUrl && { cartaPorteUrl }),
  ...(total !== undefined && { documentTotal: total }),
});

/**
 * Raises one alert when the document's total is not the invoice's. It is raised before the write, so that an
 * interruption between the two cannot lose it.
 */
async function warnOfTotal(
  { raiseAlertOnce }: Pick<SettleDeps, 'raiseAlertOnce'>,
  { teamId, id: entityId, total }: Pick<InvoiceRecord, 'teamId' | 'id' | 'total'>,
  document: ProviderDocument,
): Promise<void> {
  if (document.total === undefined || pesosOf(document.total) === total) return;
  const message = `The document’s total is ${pesosOf(document.total)} and the invoice’s was ${total}. The document counts: check what the client pays.`;
  await raiseAlertOnce(teamId, { type: 'INVOICE_TOTAL_DIFFERS', entityId, message }, document.id);
}

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
  await warnOfTotal(deps, record, document);
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
  const work = cause === 'cancellationPending' ? cancelWorkOf(deps, record, asked) : undefined;
  return deps.recordCancellation(actor, record, INVOICE_TRANSITIONS[cause].to, work);
}

export const cancelWorkOf = (
  { clock }: Pick<SettleDeps, 'clock'>,
  { teamId, id, livemode = false }: InvoiceRecord,
  asked?: Pick<CancelWork, 'at'>,
): CancelWork => ({
  kind: 'CANCEL',
  teamId,
  invoiceId: id,
  livemode,
  at: asked?.at ?? clock.now().toISOString(),
});

function cancellationCause(
  { clock }: Pick<SettleDeps, 'clock'>,
  { status, cancellationStatus }: ProviderDocument,
  asked: CancelWork | undefined,
) {
  if (status === 'canceled') return 'cancelled';
  if (status !== 'valid') return undefined;
  if (cancellationStatus === 'pending' || cancellationStatus === 'verifying') return 'cancellationPending';
  if (cancellationStatus === 'rejected' || cancellationStatus === 'expired') return 'cancellationUndone';
  const isForgotten = asked && clock.now().getTime() - Date.parse(asked.at) >= CANCELLATION_FORGOTTEN_MS;
  return cancellationStatus === 'none' && isForgotten ? 'cancellationUndone' : undefined;
}
