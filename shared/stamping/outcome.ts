import type { TeamActor } from '../audit/audit';
import { isInForce } from '../invoices/document-status';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { documentCents } from '../invoices/ledger';
import { credited } from './credit-ledger';
import { factsOf, followCancellation } from './follow-cancellation';
import { RecordChanged, type Stamped } from './invoice-states';
import { isPassing } from './passing';
import type { ProviderDocument } from './provider/port';
import { confirmedReceipt } from './receipt-ledger';
import { askToCancel, replacedBy } from './substitution';
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
  const replaced = await replacedBy(deps, record, document);
  const ledgers = await ledgersOf(deps, record, document, replaced?.record);
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
    { replaced, ...ledgers },
  );
  const followed = await followCancellation(deps, actor, valid, document);
  if (replaced?.work) await cancelMeanwhile(deps, actor, replaced.work);
  return followed;
}

/** What a credit note or receipt changes in other records when it is VALID. */
async function ledgersOf(
  deps: SettleDeps,
  record: InvoiceRecord,
  document: ProviderDocument,
  replaced: InvoiceRecord | undefined,
): Promise<Pick<Stamped, 'ledgers' | 'payments'> & { readonly isUnreserved?: boolean }> {
  if (record.type !== 'P') return creditedBy(deps, record, document, replaced);
  return confirmedReceipt(deps, record, isCounted(replaced) ? replaced.id : undefined);
}

/** The ledger of the document that a credit note takes from. `isUnreserved`: recovery released that document before. */
async function creditedBy(
  deps: SettleDeps,
  note: InvoiceRecord,
  { total = documentCents(note) }: ProviderDocument,
  replaced: InvoiceRecord | undefined,
): Promise<Pick<Stamped, 'ledgers'> & { readonly isUnreserved?: boolean }> {
  const document = await deps.readCredited(note);
  if (document === undefined) return {};
  return {
    ledgers: [credited(note, document, total, isCounted(replaced) ? documentCents(replaced) : 0)],
    isUnreserved: document.record.documentPending !== note.id,
  };
}

const isCounted = (replaced: InvoiceRecord | undefined): replaced is InvoiceRecord =>
  replaced !== undefined && isInForce(replaced);

/** The substitute is VALID whatever becomes of this request: recovery asks again. */
async function cancelMeanwhile(deps: SettleDeps, actor: TeamActor, work: CancelWork): Promise<void> {
  try {
    await askToCancel(deps, actor, work);
  } catch (failure) {
    if (!(failure instanceof RecordChanged || isPassing(failure))) throw failure;
  }
}
