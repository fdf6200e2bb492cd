import * as v from 'valibot';
import caught from './caught.json';
import { engineTables } from './engine-table';
import type { MemoryDocument } from './memory-provider';
import { addCounts, type Counts, countsOf } from './tally';
import type { Weakening } from './weakenings';
import { type Corrections, World } from './world';

/** Seeds that found a fault in the past. Every run begins with them. */
export const KEPT_SEEDS: readonly number[] = [12822, 49966, 118947, 178605, 187894, 407495, 682291];

const Caught = v.object({ name: v.string(), seed: v.number(), violation: v.string() });
export type Caught = v.InferOutput<typeof Caught>;

/** Seeds of receipts with substitutes that found a fault. */
export const KEPT_RECEIPT_SEEDS: readonly number[] = [3_004_102, 3_005_706, 3_006_278];

/** For each weakening, the seed that noticed it in the last run of `--weakenings`. */
export const caughtBefore = (): Caught[] => v.parse(v.array(Caught), caught);

/** Seeds of receipts without small runs that found a fault: a cancellation under way while a later receipt was stamped. */
export const KEPT_BUSY_SEEDS: readonly number[] = [9_000_641, 9_001_841, 9_002_339];

/** The same, with substitutes: a user repeats the cancellation of a substituted document, reads it while it is pending, or
 * stamps the substitute of a receipt that was cancelled meanwhile. */
export const KEPT_REPEATED_SEEDS: readonly number[] = [
  1_001_602, 1_001_974, 1_002_382, 1_003_599, 1_004_303, 1_005_341,
];

/**
 * Seeds of notes without small runs that found a fault: a cancellation lacked a permission (the first three, while the proof had no ledgers), a
 * reader that had not seen a substitute replaced its noted cancellation, and the deletion of a draft was believed although its answer was no
 * document (the last one).
 */
export const KEPT_NOTE_SEEDS: readonly number[] = [2_000_497, 2_001_608, 2_003_714, 2_321_707, 3_166_341];

export interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

/** Runs one seed; undefined when the run has no violation. */
export const runSeed = async (
  seed: number,
  weakening?: Weakening,
  corrections: Corrections | undefined = weakening?.corrections,
): Promise<Failure | undefined> => (await runAndCount(seed, weakening, undefined, corrections)).failure;

/** The sum of the figures of several seeds. `doubles` are second documents of one invoice. */
export interface Total {
  readonly executions: number;
  readonly calls: number;
  readonly events: number;
  readonly invoices: number;
  readonly documents: number;
  readonly doubles: number;
  readonly counts: Counts;
}

export const NOTHING: Total = {
  executions: 0,
  calls: 0,
  events: 0,
  invoices: 0,
  documents: 0,
  doubles: 0,
  counts: {},
};

export const sumOf = (one: Total, other: Total): Total => ({
  executions: one.executions + other.executions,
  calls: one.calls + other.calls,
  events: one.events + other.events,
  invoices: one.invoices + other.invoices,
  documents: one.documents + other.documents,
  doubles: one.doubles + other.doubles,
  counts: addCounts(one.counts, other.counts),
});

/** As {@link runSeed}, with the figures of the run. Runs on the engine when its endpoint is given. */
export async function runAndCount(
  seed: number,
  weakening?: Weakening,
  endpoint?: string,
  corrections: Corrections | undefined = weakening?.corrections,
  hasReceipts?: boolean,
  isBusy?: boolean,
): Promise<{ readonly failure: Failure | undefined; readonly total: Total }> {
  const makeTable = endpoint === undefined ? undefined : await engineTables(endpoint, `proof-${seed}`);
  const world = new World(seed, weakening?.weaken, makeTable, corrections, hasReceipts, isBusy);
  const violations = await world.run();
  const made = world.provider.documents.filter(({ isForeign, stampedAt }) => !isForeign && stampedAt !== undefined);
  const stamped = new Set(made.map(({ externalId }) => externalId)).size;
  return {
    failure: violations.length > 0 ? { seed, violations } : undefined,
    total: {
      executions: world.tally.executions,
      calls: world.tally.calls,
      events: world.time.happened,
      invoices: world.invoiceIds.length,
      documents: made.length,
      doubles: made.length - stamped,
      counts: addCounts(world.tally.counts, outcomesOf(world)),
    },
  };
}

/** How the documents and invoices of a run ended. */
function outcomesOf(world: World): Counts {
  const { documents } = world.provider;
  const made = documents.filter(({ isForeign, stampedAt }) => !isForeign && stampedAt !== undefined);
  const isSubstitute = ({ externalId }: MemoryDocument) => world.record(externalId)?.replaces !== undefined;
  return countsOf([
    ...made.map(({ type }) => `documents of type ${type}`),
    ...made.filter(isSubstitute).map(({ type }) => `documents of type ${type} that are substitutes`),
    ...documents.filter(({ isForeign }) => isForeign).map(() => 'documents that a user made at the provider'),
    ...documents.map(({ status }) => `documents that end ${status}`),
    ...documents.map(({ cancellation }) => `cancellations that end ${cancellation}`),
    ...world.invoiceIds.map((id) => `invoices that end ${world.record(id)?.status ?? 'deleted'}`),
  ]);
}

/** Finds a seed that notices a weakening: the one that noticed it before, or the first within a bound. */
export async function catchWeakening(weakening: Weakening, most: number): Promise<Failure | undefined> {
  const before = caughtBefore().find(({ name }) => name === weakening.name);
  const again = before && (await runSeed(before.seed, weakening));
  if (again) return again;
  for (let seed = 1; seed <= most; seed += 1) {
    const failure = await runSeed(seed, weakening);
    if (failure) return failure;
  }
  return undefined;
}
