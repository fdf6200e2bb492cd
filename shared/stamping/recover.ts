import * as v from 'valibot';
import { SYSTEM_ACTOR } from '../audit/audit-event';
import { hasDocument, type InvoiceRecord } from '../invoices/invoice-record';
import type { Part } from '../platform/runtime/capability';
import { STAMPING_SHARDS } from '../platform/table/work-list';
import { isCancellable } from './cancel';
import { ledgersDueAfter } from './credit-ledger';
import { documentName } from './follow-cancellation';
import { reconcile } from './reconcile';
import { recoverRentalDraft } from './rental-draft';
import { CANCELLATION_FORGOTTEN_MS, LEFT_ALONE_MS } from './stamping-rules';
import type { RecoveryDeps } from './uses';
import { type Run, RunTaken, type WorkPlace } from './work';
import { type CancelWork, isStuck, lastAttemptOf, MINUTE_MS, type StampingWork, type StampWork } from './work-items';

const PAGE = 25;
/** Starts no item with less time than this: the reads at the provider are retried for up to 8 s. */
const TIME_FOR_ONE_MS = 10_000;
/** An item gets as much time as an HTTP function. It ends long before the lease of its shard. */
const ITEM_MS = 28_000;

/** Makes the dependencies of one part of the run: with its own time limit, and with calls at the pace of the run. */
type RecoveryPart = (part: Part) => RecoveryDeps;

/**
 * Processes the open work: four shards at once, each with its own lease and its own position. Each shard continues where
 * its last run stopped. The position is saved before each item, which also renews the lease: if the item ends the run,
 * the next run continues after that item. A failed item does not stop the others, and a failed shard does not stop the
 * other shards.
 */
export async function recover(
  deps: RecoveryDeps,
  report: (failure: unknown) => void,
  part: RecoveryPart,
): Promise<Recovered> {
  const total = { worked: 0, failed: 0, stuck: 0, open: 0, oldestMinutes: 0 };
  await Promise.all(
    STAMPING_SHARDS.map(async (shard) => {
      try {
        await recoverShard({ deps, report, part, total }, shard);
      } catch (failure) {
        // The lease expired, and the run that took it does the work.
        if (failure instanceof RunTaken) return;
        total.failed += 1;
        report(failure);
      }
    }),
  );
  return total;
}

/**
 * Counts of started items, of failed items, and of invoices that are PENDING for more than two hours. `open` counts the
 * items that are still listed. `oldestMinutes` is the longest time that one of them has waited for a look of recovery:
 * an invoice that waits for its provider is looked at in each run, so it is no backlog.
 */
export type Recovered = Readonly<Record<'worked' | 'failed' | 'stuck' | 'open' | 'oldestMinutes', number>>;

interface Recovering {
  readonly deps: RecoveryDeps;
  readonly report: (failure: unknown) => void;
  readonly part: RecoveryPart;
  /** The sums of all shards. */
  readonly total: { -readonly [Figure in keyof Recovered]: Recovered[Figure] };
}

async function recoverShard(recovering: Recovering, shard: string): Promise<void> {
  const { deps, part, total } = recovering;
  const run = await deps.acquireLease(shard);
  if (run === undefined) return;
  const began = deps.clock.now();
  const seen = new Set<string>();
  let [isWhole, isSettled] = [true, true];
  for await (const { position, work } of openWork(recovering, run)) {
    isWhole = deps.clock.remaining() - deps.pace.held() >= TIME_FOR_ONE_MS;
    if (!isWhole) break;
    await deps.pace.wait();
    const item = part({ milliseconds: ITEM_MS, through: deps.pace.through });
    await item.saveCheckpoint(run, position);
    total.worked += 1;
    try {
      if (await recoverOne(item, work)) total.stuck += 1;
      seen.add(position);
    } catch (failure) {
      isSettled = false;
      total.failed += 1;
      recovering.report(failure);
    }
  }
  await countBacklog(recovering, run, seen);
  // A failed item waits on: its waiting time goes on from the last run without a failure.
  if (isWhole) await deps.endRun(run, isSettled ? began : undefined);
}

/** Time that must be left for another page of the count. */
const TIME_FOR_A_PAGE_MS = 5_000;

async function countBacklog({ deps, total }: Recovering, run: Run, seen: ReadonlySet<string>): Promise<void> {
  const lookedAt = run.wholeAt === undefined ? 0 : Date.parse(run.wholeAt);
  for await (const { position, work } of listed(deps, { shard: run.shard, after: undefined })) {
    if (deps.clock.remaining() < TIME_FOR_A_PAGE_MS) return;
    total.open += 1;
    if (seen.has(position)) continue;
    const waits = deps.clock.now().getTime() - Math.max(lookedAt, Date.parse(askedAt(work)));
    total.oldestMinutes = Math.max(total.oldestMinutes, Math.floor(waits / MINUTE_MS));
  }
}

const askedAt = (work: StampingWork): string => (work.kind === 'STAMP' ? lastAttemptOf(work).at : work.at);

interface OpenWork {
  readonly position: string;
  readonly work: StampingWork;
}

/** All open work of the shard, from the position of the last run around to that position. Work that cannot be read is counted and left out. */
async function* openWork({ deps, report, total }: Recovering, { shard, after }: Run): AsyncGenerator<OpenWork> {
  const leaveOut = (failure: unknown): void => {
    total.failed += 1;
    report(failure);
  };
  yield* listed(deps, { shard, after, leaveOut });
  if (after !== undefined) yield* listed(deps, { shard, after: undefined, last: after, leaveOut });
}

interface Listed extends WorkPlace {
  /** The last position. Absent: to the end. */
  readonly last?: string;
  readonly leaveOut?: (failure: unknown) => void;
}

async function* listed(
  deps: RecoveryDeps,
  { shard, after: from, last = '~', leaveOut }: Listed,
): AsyncGenerator<OpenWork> {
  let after = from;
  for (let more = true; more; ) {
    const page = await deps.listWork({ shard, after }, PAGE);
    for (const { position, work } of page.entries) {
      if (position > last) return;
      after = position;
      if (work.success) yield { position, work: work.output };
      else leaveOut?.(new v.ValiError(work.issues));
    }
    more = page.more;
  }
}

/** Returns whether the item's invoice is still PENDING after more than two hours. */
async function recoverOne(deps: RecoveryDeps, work: StampingWork): Promise<boolean> {
  if (work.kind === 'STAMP') {
    const record = await recoverStamp(deps, work);
    return record?.status === 'PENDING' && isStuck(work, deps.clock.now());
  }
  await (work.kind === 'CANCEL' ? recoverCancellation(deps, work) : recoverRentalDraft(deps, work));
  return false;
}

/** Returns the current invoice. Undefined when the work item no longer exists. */
async function recoverStamp(deps: RecoveryDeps, listed: StampWork): Promise<InvoiceRecord | undefined> {
  const { record, work } = await deps.readStamping(listed.teamId, listed.invoiceId);
  if (work === undefined) return undefined;
  const now = deps.clock.now();
  if (
    record?.stamping?.attemptId !== work.attemptId ||
    !record.stamping.isOpen ||
    !deps.rules.isTruthAccepted(record.status)
  )
    await endAttempt(deps, work, record);
  else if (now.getTime() - Date.parse(lastAttemptOf(work).at) < LEFT_ALONE_MS) return record;
  else if (record.status !== 'PENDING' && !deps.rules.isLookedFor(work, now)) await archiveAttempt(deps, work, record);
  else return reconcile(deps, actorOf(work), work.invoiceId);
  return record;
}

/** Settles the ledger and releases the document of a credit note first: recovery finds them by the work item only. */
async function endAttempt(deps: RecoveryDeps, work: StampWork, record: InvoiceRecord | undefined): Promise<void> {
  await settle(deps, work, record);
  const isPending = record?.status === 'PENDING' || record?.stamping?.isOpen === true;
  if (!isPending) await release(deps, work, record);
  await deps.completeWork(work);
}

async function settle(deps: RecoveryDeps, work: StampingWork, record: InvoiceRecord | undefined): Promise<void> {
  for (const invoiceId of record ? ledgersDueAfter(record) : []) await deps.settleLedger(actorOf(work), invoiceId);
}

async function archiveAttempt(deps: RecoveryDeps, work: StampWork, record: InvoiceRecord): Promise<void> {
  await release(deps, work, record);
  await deps.archiveWork(work);
}

async function release(deps: RecoveryDeps, work: StampWork, record: InvoiceRecord | undefined): Promise<void> {
  // The lines of a receipt with a document keep their allocations. An edit makes an ERROR receipt a DRAFT.
  if (record?.type === 'P' && !hasDocument(record)) await deps.releaseReceipt(record);
  await deps.releaseDocument(work, record);
}

async function recoverCancellation(deps: RecoveryDeps, work: CancelWork): Promise<void> {
  const age = deps.clock.now().getTime() - Date.parse(work.at);
  if (age < LEFT_ALONE_MS) return;
  const record = await reconcile(deps, actorOf(work), work.invoiceId, work);
  // A substitute that was cancelled needs no cancellation of the old document.
  const isUnwanted = record?.status === 'VALID' && work.substitution !== undefined && !record.isReplaced;
  const isOver = record === undefined || !isCancellable(record) || isUnwanted;
  await settle(deps, work, record);
  // The cancellation of a substituted document is asked for again until the provider has decided it.
  const isForgotten = work.substitution === undefined && age >= CANCELLATION_FORGOTTEN_MS;
  if (isOver) await deps.completeWork(work);
  else if (record.status === 'VALID' && isForgotten) await giveUpCancellation(deps, record, work);
}

/** Tells the team of a cancellation that the provider does not know. A later request replaces the work. */
async function giveUpCancellation(deps: RecoveryDeps, record: InvoiceRecord, work: CancelWork): Promise<void> {
  const noted = await deps.readCancelWork(work.invoiceId);
  if (noted?.at !== work.at) return;
  const { motive, substituteId } = work;
  const facts = motive && { name: documentName(record), motive, substituteId };
  if (!noted.isRejected) await deps.raiseAlertOnce(record, 'CANCELLATION_NOT_SENT', work.at, facts);
  await deps.completeWork(work);
}

const actorOf = ({ teamId }: StampingWork) => ({ id: SYSTEM_ACTOR, teamId });
