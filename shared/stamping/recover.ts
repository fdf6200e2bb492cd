import type { InvoiceRecord } from '../domain/invoice-records';
import {
  CANCELLATION_FORGOTTEN_MS,
  type CancelWork,
  isStuck,
  LEFT_ALONE_MS,
  lastTryOf,
  type StampingWork,
  type StampWork,
  SYSTEM_ACTOR,
} from '../domain/stamping';
import { STAMPING_SHARDS } from '../store/stamping-keys';
import type { Run, WorkPlace } from '../store/stamping-work';
import { isCancellable } from './cancel';
import type { RecoveryDeps } from './deps';
import { recoverRentalDraft } from './rental-draft';
import { settle } from './settle';

const SHARDS: readonly string[] = STAMPING_SHARDS;
const PAGE = 25;
/** An item is begun only with so much time left: reads at the provider are tried again for up to 8 s. */
const TIME_FOR_ONE_MS = 10_000;

/**
 * Works off what is open, one item after the other and one run at a time. Each run goes on where the last one stopped, and says so before it
 * begins an item, so that nothing is passed over for ever; an item that fails stops no other.
 */
export async function recover(deps: RecoveryDeps, report: (failure: unknown) => void): Promise<Recovered> {
  const run = await deps.takeRun();
  const recovered = { worked: 0, failed: 0, stuck: 0 };
  if (run === undefined) return recovered;
  for await (const { place, work } of openWork(deps, run)) {
    if (deps.clock.remaining() < TIME_FOR_ONE_MS) return recovered;
    await deps.saveRun(run, place);
    recovered.worked += 1;
    try {
      const record = await recoverOne(deps, work);
      if (record?.status === 'PENDING' && isStuckNow(deps, work)) recovered.stuck += 1;
    } catch (failure) {
      recovered.failed += 1;
      report(failure);
    }
  }
  await deps.saveRun(run, { shard: STAMPING_SHARDS[0], after: undefined }, true);
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
  const first = Math.max(0, SHARDS.indexOf(place.shard ?? ''));
  const [own, ...others] = [...SHARDS.slice(first), ...SHARDS.slice(0, first)];
  if (own === undefined) return;
  yield* workOf(deps, { shard: own, after: place.after });
  for (const shard of others) yield* workOf(deps, { shard, after: undefined });
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

const isStuckNow = ({ clock }: RecoveryDeps, work: StampingWork): boolean =>
  work.kind === 'STAMP' && isStuck(work, clock.now());

/** Answers the invoice that was settled, where there was anything to settle. */
async function recoverOne(deps: RecoveryDeps, work: StampingWork): Promise<InvoiceRecord | undefined> {
  if (work.kind === 'STAMP') return recoverStamp(deps, work);
  await (work.kind === 'CANCEL' ? recoverCancellation(deps, work) : recoverRentalDraft(deps, work));
  return undefined;
}

async function recoverStamp(deps: RecoveryDeps, listed: StampWork): Promise<InvoiceRecord | undefined> {
  const { record, work } = await deps.readStamping(listed.teamId, listed.invoiceId);
  if (work === undefined) return undefined;
  const isOwn = record?.stamping?.lock === work.lock;
  const isOver = !isOwn || !deps.rules.isTruthAccepted(record.status) || !record.stamping?.isOpen;
  const now = deps.clock.now();
  if (isOver) await deps.closeWork(work);
  else if (now.getTime() - Date.parse(lastTryOf(work).at) < LEFT_ALONE_MS) return record;
  else if (record.status !== 'PENDING' && !deps.rules.isLookedFor(work, now)) await deps.shelveWork(work);
  else return settle(deps, actorOf(work), work.invoiceId);
  return record;
}

async function recoverCancellation(deps: RecoveryDeps, work: CancelWork): Promise<void> {
  const age = deps.clock.now().getTime() - Date.parse(work.at);
  if (age < LEFT_ALONE_MS) return;
  const record = await settle(deps, actorOf(work), work.invoiceId, work);
  const isOver = record === undefined || !isCancellable(record);
  if (isOver || (record.status === 'VALID' && age >= CANCELLATION_FORGOTTEN_MS)) await deps.closeWork(work);
}

const actorOf = ({ teamId }: StampingWork) => ({ id: SYSTEM_ACTOR, teamId });
