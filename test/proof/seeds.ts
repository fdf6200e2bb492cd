import * as v from 'valibot';
import caught from './caught.json';
import { engineTables } from './engine-table';
import { isTransfer } from './records';
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

/** The sum of the figures of several seeds. `transfers` are the invoices of type T; `transferred`, `notes` and `receipts` are the documents of types T, E and P. */
export type Total = Readonly<
  Record<
    | 'executions'
    | 'calls'
    | 'faults'
    | 'events'
    | 'invoices'
    | 'transfers'
    | 'documents'
    | 'transferred'
    | 'doubles'
    | 'substitutes'
    | 'notes'
    | 'receipts',
    number
  >
>;

export const NOTHING: Total = {
  executions: 0,
  calls: 0,
  faults: 0,
  events: 0,
  invoices: 0,
  transfers: 0,
  documents: 0,
  transferred: 0,
  doubles: 0,
  substitutes: 0,
  notes: 0,
  receipts: 0,
};

export const sumOf = (one: Total, other: Total): Total => ({
  executions: one.executions + other.executions,
  calls: one.calls + other.calls,
  faults: one.faults + other.faults,
  events: one.events + other.events,
  invoices: one.invoices + other.invoices,
  transfers: one.transfers + other.transfers,
  documents: one.documents + other.documents,
  transferred: one.transferred + other.transferred,
  doubles: one.doubles + other.doubles,
  substitutes: one.substitutes + other.substitutes,
  notes: one.notes + other.notes,
  receipts: one.receipts + other.receipts,
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
  const invoices = new Set(made.map(({ externalId }) => externalId)).size;
  return {
    failure: violations.length > 0 ? { seed, violations } : undefined,
    total: {
      ...world.tally,
      events: world.time.happened,
      invoices: world.invoiceIds.length,
      transfers: hasReceipts ? 0 : world.invoiceIds.filter((_, index) => isTransfer(seed, index)).length,
      documents: made.length,
      transferred: made.filter(({ type }) => type === 'T').length,
      doubles: made.length - invoices,
      substitutes: made.filter(({ externalId }) => world.record(externalId)?.replaces !== undefined).length,
      notes: made.filter(({ type }) => type === 'E').length,
      receipts: made.filter(({ type }) => type === 'P').length,
    },
  };
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
