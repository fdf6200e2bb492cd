import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Numbers = v.record(v.string(), v.number());

/** What one call consumed. */
export const Cost = v.object({
  readUnits: v.number(),
  writeUnits: v.number(),
  /** That left the process. */
  calls: v.number(),
  logBytes: v.number(),
});
export type Cost = v.InferOutput<typeof Cost>;

/** By operation, or by operation and the name of a call that has a figure of its own: `listInvoices, by status`. */
export const Costs = v.record(v.string(), Cost);
export type Costs = v.InferOutput<typeof Costs>;

/** A median and what the runs lay between: quarter and three quarters of them. */
export const Spread = v.object({ median: v.number(), low: v.number(), high: v.number() });
export type Spread = v.InferOutput<typeof Spread>;

export const BundleSize = v.object({ bytes: v.number(), parts: v.array(v.string()) });

const Bundles = v.object({
  /** By file below `functions/`. */
  sizes: v.record(v.string(), BundleSize),
  /** What the rules over what went into a bundle, and what a function loads when it runs, found broken: each a sentence. */
  broken: v.array(v.string()),
});
export type Bundles = v.InferOutput<typeof Bundles>;

const Units = v.object({
  /** By number of the team's invoices. */
  bySize: v.record(v.string(), Costs),
  /** Operations of the list that were not measured. */
  missing: v.array(v.string()),
});
export type Units = v.InferOutput<typeof Units>;

/** One way to build an operation, as fresh processes started it. */
export const Start = v.object({
  bytes: v.number(),
  /** Milliseconds of processor time from the process's beginning to its first answer. */
  processor: Spread,
  /** The same by the clock. */
  total: Spread,
  megabytes: Spread,
  /** Of this variant's processor time to the default's in the same round. */
  ratio: Spread,
});
export type Start = v.InferOutput<typeof Start>;

const Starts = v.object({ operation: v.string(), rounds: v.number(), variants: v.record(v.string(), Start) });
export type Starts = v.InferOutput<typeof Starts>;

const Warm = v.object({
  /** Microseconds of processor time. */
  handler: Spread,
  bare: Spread,
  ratio: Spread,
  /** Of the handler's time, in hundredths, by what it was spent in. */
  shares: Numbers,
});
export type Warm = v.InferOutput<typeof Warm>;

const Local = v.object({
  node: Spread,
  start: Spread,
  ratio: Spread,
  serverMegabytes: v.number(),
  engineMegabytes: v.number(),
  requests: v.number(),
  perSecond: v.number(),
  failures: v.array(v.string()),
  p50: v.number(),
  p99: v.number(),
});
export type Local = v.InferOutput<typeof Local>;

/** All that the bench knows; a part that was not measured is absent. */
export const Results = v.object({
  machine: v.object({ date: v.string(), node: v.string(), cores: v.number(), load: v.number() }),
  bundles: v.optional(Bundles),
  units: v.optional(Units),
  starts: v.optional(Starts),
  warm: v.optional(Warm),
  local: v.optional(Local),
  suiteSeconds: v.optional(v.number()),
});
export type Results = v.InferOutput<typeof Results>;

const FILE = join(__dirname, 'results.json');

export const readResults = (): Partial<Results> =>
  existsSync(FILE) ? v.parse(Results, JSON.parse(readFileSync(FILE, 'utf8'))) : {};

export const writeResults = (results: Results): void => writeFileSync(FILE, `${JSON.stringify(results, null, 1)}\n`);

/** The median of numbers, and their quartiles. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share;
    const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (above - below) * (place % 1);
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}
