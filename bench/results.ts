import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Numbers = v.record(v.string(), v.number());

/** The consumption of one call. */
export const Cost = v.object({
  readUnits: v.number(),
  writeUnits: v.number(),
  /** Outbound calls. */
  calls: v.number(),
  logBytes: v.number(),
});
export type Cost = v.InferOutput<typeof Cost>;

/** Keyed by operation, or by operation and name when a call has its own figure: `listInvoices, by status`. */
export const Costs = v.record(v.string(), Cost);
export type Costs = v.InferOutput<typeof Costs>;

/** A median with the first and third quartile. */
export const Spread = v.object({ median: v.number(), low: v.number(), high: v.number() });
export type Spread = v.InferOutput<typeof Spread>;

const BundleSize = v.object({ bytes: v.number(), parts: v.array(v.string()) });

const Bundles = v.object({
  /** Keyed by file in `functions/`. */
  sizes: v.record(v.string(), BundleSize),
  /** Sentences about broken rules, both for a bundle's contents and for the modules that a function loads. */
  broken: v.array(v.string()),
});
export type Bundles = v.InferOutput<typeof Bundles>;

const Units = v.object({
  /** Keyed by the team's number of invoices. */
  bySize: v.record(v.string(), Costs),
  /** Operations without a measurement. */
  missing: v.array(v.string()),
});
export type Units = v.InferOutput<typeof Units>;

/** One build of an operation, started in fresh processes. */
export const Start = v.object({
  bytes: v.number(),
  /** Milliseconds of processor time from the import of the module until Lambda could call the handler. */
  init: Spread,
  /** Milliseconds of processor time of the first call. */
  first: Spread,
  /** Wall-clock time from the start of the process to its first answer. */
  total: Spread,
  megabytes: Spread,
  /** Init phase and first call ÷ the default's in the same round. */
  ratio: Spread,
  /** First call ÷ the default's in the same round. */
  firstRatio: Spread,
});
export type Start = v.InferOutput<typeof Start>;

const Starts = v.object({
  operation: v.string(),
  node: v.string(),
  rounds: v.number(),
  variants: v.record(v.string(), Start),
});
export type Starts = v.InferOutput<typeof Starts>;

const Warm = v.object({
  /** Microseconds of processor time. */
  handler: Spread,
  bare: Spread,
  ratio: Spread,
  /** Percentages of the handler's time by module group. */
  shares: Numbers,
});
export type Warm = v.InferOutput<typeof Warm>;

const Local = v.object({
  node: Spread,
  start: Spread,
  ratio: Spread,
  serverMegabytes: v.number(),
  /** Starts on the data of a large team. */
  large: v.optional(v.object({ invoices: v.number(), fileMegabytes: v.number(), seconds: Spread, megabytes: Spread })),
  requests: v.number(),
  perSecond: v.number(),
  failures: v.array(v.string()),
  p50: v.number(),
  p99: v.number(),
});
export type Local = v.InferOutput<typeof Local>;

/** A simulated month of a carrier. Percentages are of the office's calls, times are milliseconds of the model. */
const ColdMonth = v.object({
  calls: v.number(),
  cold: v.number(),
  warmCalls: v.number(),
  deploys: v.number(),
  share: v.number(),
  /** With an idle life of 5 to 7 and of 45 to 60 minutes. */
  shareShort: v.number(),
  shareLong: v.number(),
  p50: v.number(),
  p95: v.number(),
  p99: v.number(),
});
export type ColdMonth = v.InferOutput<typeof ColdMonth>;

const Cold = v.array(v.object({ trucks: v.number(), before: ColdMonth, now: ColdMonth }));
export type Cold = v.InferOutput<typeof Cold>;

/** All results. A part that was not measured is absent. */
export const Results = v.object({
  machine: v.object({ date: v.string(), node: v.string(), cores: v.number(), load: v.number() }),
  bundles: v.optional(Bundles),
  units: v.optional(Units),
  starts: v.optional(Starts),
  cold: v.optional(Cold),
  warm: v.optional(Warm),
  local: v.optional(Local),
  /** Milliseconds. */
  validate: v.optional(Spread),
  /** Processor time in a fresh process, and its ratio to the load of the bundle that reads a trip. */
  catalogues: v.optional(v.object({ milliseconds: Spread, ratio: Spread })),
  suiteSeconds: v.optional(v.number()),
});
export type Results = v.InferOutput<typeof Results>;

const FILE = join(__dirname, 'results.json');

export const readResults = (): Partial<Results> =>
  existsSync(FILE) ? v.parse(Results, JSON.parse(readFileSync(FILE, 'utf8'))) : {};

export const writeResults = (results: Results): void => writeFileSync(FILE, `${JSON.stringify(results, null, 1)}\n`);

/** The median and quartiles of numbers. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (share: number): number => {
    const place = (sorted.length - 1) * share;
    const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return below + (above - below) * (place % 1);
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}
