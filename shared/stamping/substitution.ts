import type { TeamActor } from '../audit/audit';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { keyFor } from './find-documents';
import { followCancellation, isRejected, warnOfRejection } from './follow-cancellation';
import type { Replaced } from './invoice-states';
import type { Outcome, ProviderDocument, ProviderKey } from './provider/port';
import type { SettleDeps } from './uses';
import { type CancelWork, HOUR_MS } from './work-items';

/**
 * The cancellation of a substituted document (docs/decisions/0060). It is wanted from the write that makes the substitute
 * VALID on. The provider is asked in the same call, at a refresh of either document, and by recovery.
 */

/** With less time than this the request is left to recovery. */
const TIME_TO_ASK_MS = 10_000;
/** After this time a request that the provider refuses is given up, and the team is told. */
const REFUSED_FOR_MS = HOUR_MS;

/** The substituted document that the write of the new one marks. Undefined when there is none, or the new one is cancelled. */
export async function replacedBy(
  deps: SettleDeps,
  { teamId, replaces }: InvoiceRecord,
  document: ProviderDocument,
): Promise<Replaced | undefined> {
  if (replaces === undefined || document.status !== 'valid') return undefined;
  const { record } = await deps.readStamping(teamId, replaces);
  if (record === undefined) return undefined;
  const { livemode = false } = record;
  const at = deps.clock.now().toISOString();
  const work: CancelWork = { kind: 'CANCEL', teamId, invoiceId: replaces, livemode, at, substitution: document.id };
  // A cancellation that waits for its decision may be rejected: then it is asked for with motive 01.
  return { record, work: record.status === 'CANCELLED' ? undefined : work };
}

/**
 * Asks the provider to cancel the substituted document. A request whose outcome is unknown stays in the list of work.
 * Returns the substituted document as it is then.
 */
export async function askToCancel(
  deps: SettleDeps,
  actor: TeamActor,
  work: CancelWork,
): Promise<InvoiceRecord | undefined> {
  const { record } = await deps.readStamping(actor.teamId, work.invoiceId);
  if (record?.status !== 'VALID' || record.providerId === null || work.substitution === undefined) return record;
  if (deps.clock.remaining() < TIME_TO_ASK_MS) return record;
  const key = await keyFor(deps, record);
  if (key === undefined) return record;
  const asked: CancelWork = { ...work, isAsked: true };
  if (!work.isAsked) await deps.enqueueCancelWork(asked);
  const outcome = await deps.cancelDocument(key, record.providerId, '01', work.substitution);
  const decided = outcome.kind === 'refused' ? await decidedBefore(deps, key, record.providerId) : documentOf(outcome);
  if (decided) {
    const followed = await followCancellation(deps, actor, record, decided, asked);
    if (followed.status === 'CANCELLED') await deps.completeWork(asked);
    return followed;
  }
  const isLong = deps.clock.now().getTime() - Date.parse(work.at) >= REFUSED_FOR_MS;
  return outcome.kind === 'refused' && isLong ? giveUp(deps, record, asked) : record;
}

const documentOf = (outcome: Outcome<ProviderDocument>) => (outcome.kind === 'done' ? outcome.value : undefined);

/** A second request is refused when the first one was done. Its answer, or the write that followed, was lost. */
async function decidedBefore(
  deps: SettleDeps,
  key: ProviderKey,
  providerId: string,
): Promise<ProviderDocument | undefined> {
  const document = await deps.readDocument(key, providerId);
  const isWaiting = document?.cancellationStatus === 'pending' || document?.cancellationStatus === 'verifying';
  return document?.status === 'canceled' || isWaiting ? document : undefined;
}

async function giveUp(deps: SettleDeps, record: InvoiceRecord, work: CancelWork): Promise<InvoiceRecord> {
  const warned = await warnOfRejection(deps, record, work);
  await deps.completeWork(work);
  return warned;
}

/**
 * Continues the cancellation that a VALID document waits for: its own, or that of the document that it substitutes. The
 * decision of an earlier request counts only if this cancellation was asked for.
 */
export async function continueSubstitution(
  deps: SettleDeps,
  actor: TeamActor,
  record: InvoiceRecord,
  document: ProviderDocument | undefined,
): Promise<InvoiceRecord> {
  const oldId = record.isReplaced ? record.id : record.replaces;
  if (record.status !== 'VALID' || oldId === undefined) return record;
  const work = await deps.readCancelWork(oldId);
  if (work?.substitution === undefined) return record;
  const isOwn = oldId === record.id;
  if (isOwn && work.isAsked && document && isRejected(document)) return giveUp(deps, record, work);
  const old = await askToCancel(deps, actor, work);
  return isOwn && old ? old : record;
}
