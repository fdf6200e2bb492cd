import { SYSTEM_ACTOR } from '../audit/audit-event';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { STAMPING_SHARDS } from '../platform/table/work-list';
import { isCancellable } from './cancel';
import { reconcile } from './reconcile';
import { recoverRentalDraft } from './rental-draft';
import { CANCELLATION_FORGOTTEN_MS, LEFT_ALONE_MS } from './stamping-rules';
import type { RecoveryDeps } from './uses';
import type { Run, WorkPlace } from './work';
import { type CancelWork, isStuck, lastAttemptOf, type StampingWork, type StampWork } from './work-items';

const SHARDS: readonly string[] = STAMPING_SHARDS;
const PAGE = 25;
/** An item is begun only with so much time left: reads at the provider are tried again for up to 8 s. */
const TIME_FOR_ONE_MS = 10_000;

/**
 * Works off what is open, one item after the other and one run at a time. Each run goes on where the last one stopped, and says so before it
 * begins an item, so that nothing is passed over for ever; an item that fails stops no other.
 */
export async function recover(deps: RecoveryDeps, report: (failure: unknown) => void): Promise<Recovered> {
  const run = await deps.acquireLease();
  const recovered = { worked: 0, failed: 0, stuck: 0 };
  if (run === undefined) return recovered;
  for await (const { place, work } of openWork(deps, run)) {
    if (deps.clock.remaining() < TIME_FOR_ONE_MS) return recovered;
    await deps.saveCheckpoint(run, place);
    recovered.worked += 1;
    try {
      if (await recoverOne(deps, work)) recovered.stuck += 1;
    } catch (failure) {
      recovered.failed += 1;
      report(failure);
    }
  }
  await deps.saveCheckpoint(run, { shard: STAMPING_SHARDS[0], after: undefined }, true);
  return recovered;
}

/** Items that were begun, how many of them failed, and how many are still PENDING after more than two hours: alarms count both. */
export type Recovered = Readonly<Record<'worked' | 'failed' | 'stuck', number>>;

interface OpenWork {
  readonly place: WorkPlace;
  readonly work: StampingWork;
}

/** All open work, from where the last run stopped, around to there again. */
async function* openWork(deps: RecoveryDeps, { place }: Run): AsyncGenerator<OpenWork> {
  const own = SHARDS.find((shard) => shard === place.shard) ?? STAMPING_SHARDS[0];
  const first = SHARDS.indexOf(own);
  yield* workOf(deps, { shard: own, after: place.after });
  for (const shard of [...SHARDS.slice(first + 1), ...SHARDS.slice(0, first)])
    yield* workOf(deps, { shard, after: undefined });
  if (place.after !== undefined) yield* workOf(deps, { shard: own, after: undefined }, place.after);
}

async function* workOf(deps: RecoveryDeps, from: WorkPlace, last = '~'): AsyncGenerator<OpenWork> {
  let place = from;
  for (let more = true; more; ) {
    const page = await deps.listWork(place, PAGE);
    for (const { position, work } of page.entries) {
      if (position > last) return;
      place = { shard: from.shard, after: position };
      if (work.success) yield { place, work: work.output };
    }
    more = page.more;
  }
}

/** Answers whether its invoice is still PENDING after more than two hours. */
async function recoverOne(deps: RecoveryDeps, work: StampingWork): Promise<boolean> {
  if (work.kind === 'STAMP') {
    const record = await recoverStamp(deps, work);
    return record?.status === 'PENDING' && isStuck(work, deps.clock.now());
  }
  await (work.kind === 'CANCEL' ? recoverCancellation(deps, work) : recoverRentalDraft(deps, work));
  return false;
}

/** Answers the invoice as it is then. */
async function recoverStamp(deps: RecoveryDeps, listed: StampWork): Promise<InvoiceRecord | undefined> {
  const { record, work } = await deps.readStamping(listed.teamId, listed.invoiceId);
  if (work === undefined) return undefined;
  const now = deps.clock.now();
  if (
    record?.stamping?.attemptId !== work.attemptId ||
    !record.stamping.isOpen ||
    !deps.rules.isTruthAccepted(record.status)
  )
    await deps.completeWork(work);
  else if (now.getTime() - Date.parse(lastAttemptOf(work).at) < LEFT_ALONE_MS) return record;
  else if (record.status !== 'PENDING' && !deps.rules.isLookedFor(work, now)) await deps.archiveWork(work);
  else return reconcile(deps, actorOf(work), work.invoiceId);
  return record;
}

async function recoverCancellation(deps: RecoveryDeps, work: CancelWork): Promise<void> {
  const age = deps.clock.now().getTime() - Date.parse(work.at);
  if (age < LEFT_ALONE_MS) return;
  const record = await reconcile(deps, actorOf(work), work.invoiceId, work);
  const isOver = record === undefined || !isCancellable(record);
  if (isOver || (record.status === 'VALID' && age >= CANCELLATION_FORGOTTEN_MS)) await deps.completeWork(work);
}

const actorOf = ({ teamId }: StampingWork) => ({ id: SYSTEM_ACTOR, teamId });
