import type { Deps } from '../platform/runtime/capability';
import { type DeliveryMessage, DUE_SHARDS } from './delivery';
import { queueDeliveries } from './delivery-queue';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules';
import { claimRow, type DuePage, type DueRow, failRow, listDue, readDue } from './due-rows';
import { continueRedelivery, REDELIVERY_USES } from './redeliver-since';

export const SWEEP_USES = { ...REDELIVERY_USES, listDue, readDue, claimRow, failRow, queueDeliveries };
type SweepDeps = Deps<typeof SWEEP_USES>;

const PAGE = 100;
/** Rows of one endpoint in one run: the backlog of one must not take the time of the others. */
const MOST_OF_ENDPOINT = 300;
/** With less time no further page is begun. The next run comes within a minute. */
const TIME_FOR_A_PAGE_MS = 15_000;

/** The rules of the sweep, which the proof changes. */
export type SweepRules = Pick<DeliveryRules, 'leaseMs' | 'mostClaims'> & { readonly isCompared: boolean };
export const SWEEP_RULES: SweepRules = { ...DELIVERY_RULES, isCompared: true };

/** Figures of one run. An alarm watches `failed`. */
interface Swept {
  queued: number;
  givenUp: number;
  redeliveries: number;
  failed: number;
}

/**
 * Sends every due row to the queue. Each is claimed first by a conditional write that moves its due time: a run that ends half-way loses
 * nothing, because the claim expires.
 */
export async function sweepDeliveries(
  deps: SweepDeps,
  report: (failure: unknown) => void,
  rules: SweepRules = SWEEP_RULES,
): Promise<Record<keyof Swept, number>> {
  const done: Swept = { queued: 0, givenUp: 0, redeliveries: 0, failed: 0 };
  const ofEndpoint = new Map<string, number>();
  const fail = (failure: unknown): void => {
    done.failed += 1;
    report(failure);
  };
  for (const shard of DUE_SHARDS) {
    try {
      await sweepShard(deps, shard, { done, ofEndpoint, rules, fail });
    } catch (failure) {
      fail(failure);
    }
  }
  return { ...done };
}

interface Sweeping {
  readonly done: Swept;
  readonly ofEndpoint: Map<string, number>;
  readonly rules: SweepRules;
  readonly fail: (failure: unknown) => void;
}

async function sweepShard(deps: SweepDeps, shard: string, sweeping: Sweeping): Promise<void> {
  let after: string | undefined;
  do {
    if (deps.clock.remaining() < TIME_FOR_A_PAGE_MS) return;
    const page: DuePage = await deps.listDue(shard, after, PAGE, sweeping.fail);
    const places = page.places.filter((place) => isWithinShare(place.endpointId, sweeping));
    // A redelivery has the endpoint's own identifier at the place of the event's.
    const [jobs, rows] = [true, false].map((isJob) =>
      places.filter(({ eventId, endpointId }) => (eventId === endpointId) === isJob),
    );
    await sweepRows(deps, rows ?? [], sweeping);
    for (const { teamId, endpointId } of jobs ?? []) {
      await continueJob(deps, teamId, endpointId, sweeping);
    }
    after = page.after;
  } while (after !== undefined);
}

/** A redelivery that fails stays due. The rows after it do not wait for it. */
async function continueJob(
  deps: SweepDeps,
  teamId: string,
  endpointId: string,
  { done, fail }: Sweeping,
): Promise<void> {
  try {
    if (await continueRedelivery(deps, teamId, endpointId, fail)) done.redeliveries += 1;
  } catch (failure) {
    fail(failure);
  }
}

function isWithinShare(endpointId: string, { ofEndpoint }: Sweeping): boolean {
  const count = (ofEndpoint.get(endpointId) ?? 0) + 1;
  ofEndpoint.set(endpointId, count);
  return count <= MOST_OF_ENDPOINT;
}

async function sweepRows(deps: SweepDeps, places: DuePage['places'], { done, rules, fail }: Sweeping): Promise<void> {
  if (places.length === 0) return;
  const rows = await deps.readDue(places, fail);
  const messages = await Promise.all(rows.map((row) => claimed(deps, row, done, rules)));
  const wanted = messages.filter((message) => message !== undefined);
  if (wanted.length > 0) await deps.queueDeliveries(wanted);
  done.queued += wanted.length;
}

async function claimed(
  deps: SweepDeps,
  due: DueRow,
  done: Swept,
  rules: SweepRules,
): Promise<DeliveryMessage | undefined> {
  const { place, row, event } = due;
  if (row.claims >= rules.mostClaims || event === undefined) {
    if (await deps.failRow(due)) done.givenUp += 1;
    return undefined;
  }
  if (!(await deps.claimRow(due, rules))) return undefined;
  const { teamId, endpointId } = place;
  return { teamId, endpointId, event, generation: row.generation, attempt: row.attempts + 1 };
}
