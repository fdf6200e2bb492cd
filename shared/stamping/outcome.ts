import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { INVOICE_TRANSITIONS, mayHappen } from './invoice-states';
import type { ProviderDocument } from './provider/port';
import { CANCELLATION_FORGOTTEN_MS } from './stamping-rules';
import type { SettleDeps } from './uses';
import type { CancelWork, StampWork } from './work-items';

/** Makes an invoice what its document is: VALID where it bears a stamp, and then whatever its cancellation has come to. */
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
  // What was created directly may be stamped long after another try was made: it bears what it was created with.
  const takenAt = document.id === record.providerId ? undefined : document.createdAt;
  const stamped = work && deps.rules.stamped(work, takenAt ?? document.stampedAt);
  const valid = await deps.recordStamped(
    actor,
    record,
    {
      providerId: document.id,
      folio: document.folio ?? null,
      series: document.series ?? record.series,
      livemode: document.livemode,
      issuedAt: document.stampedAt ?? deps.clock.now().toISOString(),
    },
    stamped && stamped.revision !== record.revision ? stamped.content : undefined,
  );
  return followCancellation(deps, actor, valid, document);
}

/** Moves an invoice as the cancellation of its document has moved. A status that we do not know moves nothing. */
export async function followCancellation(
  deps: SettleDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  document: ProviderDocument,
  asked?: CancelWork,
): Promise<InvoiceRecord> {
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
