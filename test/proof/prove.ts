import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { proveAllocations } from '../money/allocations';
import { proveMoney, proveMoneyWeakenings } from '../money/prove';
import { proveSatcfdi } from '../money/satcfdi/compare';
import { proveReceipts, proveReceiptWeakenings } from '../receipts/simulation/prove';
import { startReferenceEngine } from '../support/rust-engine';
import { proveRoad, proveRoadSeed, proveRoadWeakenings } from '../trips/simulation/prove';
import { proveEvents, proveEventWeakenings } from '../webhook-endpoints/simulation/prove';
import type { Done, Task } from './perform';
import { proveRecovery } from './prove-recovery';
import { type Caught, caughtBefore, type Failure, KEPT_SEEDS, NOTHING, runSeed, sumOf } from './seeds';
import { share } from './share';
import { FAULTS, tellCounts } from './tally';
import { WEAKENINGS } from './weakenings';
import type { Corrections } from './world';

/**
 * The proof of stamping in full length: `npm run prove` runs a million seeds on all cores.
 * - `npm run prove -- --seeds 20000` runs that many; `--from 250001` begins there; `SEED=7 npm run prove` runs one seed.
 * - `--engine` with `--seeds` uses the real engine instead of the table in memory.
 * - `--substitutes` with `--seeds` runs seeds in which users also substitute documents; with `--notes` they also issue credit notes.
 * - `--type-p` with `--seeds` runs seeds whose documents are receipts of payment for one invoice; with `--substitutes` they are substituted too.
 * - `npm run prove -- --weakenings` removes one rule at a time, and fails unless a seed notices each. It writes the seeds to
 *   docs/stamping.md and to the list that `npm test` uses.
 * - `npm run prove -- --recovery` runs outages of the provider and the recovery from them.
 * - `npm run prove -- --money` computes a million random invoices and compares each with a second computation; with `--weakenings` it replaces
 *   one rule of the amounts at a time.
 * - `npm run prove -- --allocations` runs 200,000 random histories of allocations, notes and lines of receipts on the books and on a model.
 * - `npm run prove -- --receipts` runs random histories of documents, collections, receipts and credit notes over the operations, and judges the
 *   documents that the provider received; with `--weakenings` it removes one rule at a time; with `--kills` it kills a third of the executions
 *   between two calls, and recounts the whole table. From 200,000 histories on each count must be at least 100.
 * - `npm run prove -- --events` runs random histories of events, edits of webhook endpoints and faults over the functions that deliver them; with
 *   `--weakenings` it leaves out one rule at a time.
 * - `npm run prove -- --road` runs random stories of drivers with phones, their office and faults over the operations of a trip; with
 *   `--weakenings` it leaves out one rule at a time. `SEED=7` with it runs one story. With `--engine` each story has a table at the engine.
 * - `npm run prove -- --satcfdi` compares 10,000 totals with satcfdi. Needs Python 3 and a package registry.
 * - `--busy` leaves out the small runs, so that more documents are made in the same time.
 * - `--workers 1` runs the seeds in one process instead of one for each core.
 * - SIGTERM ends a run early and prints the result so far.
 * Each run prints how often each fault, answer and outcome occurred. From 200,000 seeds on each must occur at least 100 times.
 */
const SEEDS = 1_000_000;
const SATCFDI_SEEDS = 10_000;
const ALLOCATION_SEEDS = 200_000;
const EVENT_SEEDS = 200_000;
const ROAD_SEEDS = 200_000;
/** The number of seeds that a worker receives at a time. */
const [CHUNK, ENGINE_CHUNK] = [250, 20];
const TOLD_EVERY_MS = 10_000;

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
};

const workerCount = (): number => Number(option('workers') ?? cpus().length);

async function proveSeeds(seeds: number, chunk: number): Promise<boolean> {
  const began = Date.now();
  const failures: Failure[] = [];
  let [done, cpu, total] = [0, 0, NOTHING];
  let told = began;
  let isStopped = false;
  process.once('SIGTERM', () => {
    isStopped = true;
  });
  const from = Number(option('from') ?? 1);
  const tasks = chunks(from, from + seeds, chunk, () => isStopped);
  const workers = workerCount();
  await share(tasks, workers, (result: Done) => {
    if (!('failures' in result)) return;
    failures.push(...result.failures);
    total = sumOf(total, result.total);
    cpu += result.milliseconds;
    for (const { seed, violations } of result.failures) console.log(`SEED=${seed}: ${violations.join('; ')}`);
    done = Math.min(seeds, done + chunk);
    if (Date.now() - told < TOLD_EVERY_MS) return;
    told = Date.now();
    const rate = done / ((told - began) / 1000);
    console.log(`${done} of ${seeds}, ${Math.round(rate)} a second, ${Math.round((seeds - done) / rate)} s left`);
  });
  if (isStopped) console.log(`Stopped before the end: ${done} of ${seeds}.`);
  const seconds = (Date.now() - began) / 1000;
  console.log(
    `${done} seeds in ${Math.round(seconds)} s: ${Math.round(done / seconds)} a second with ${workers} workers, ` +
      `${(cpu / done).toFixed(2)} ms of processor time each.`,
  );
  console.log(
    `${total.invoices} invoices, ${total.executions} executions, ${total.calls} calls, ${total.events} events, ` +
      `${total.documents} documents stamped, ${total.doubles} of them second ones.`,
  );
  const rare = tellCounts(total.counts, FAULTS, done);
  const isProved = failures.length + rare.length === 0 && !isStopped;
  console.log(isProved ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return isProved;
}

const hasReceipts = process.argv.includes('--type-p');
const isBusy = process.argv.includes('--busy');
const corrections: Corrections | undefined = process.argv.includes('--notes')
  ? 'notes'
  : process.argv.includes('--substitutes')
    ? 'substitutes'
    : undefined;

function* chunks(first: number, end: number, size: number, isStopped: () => boolean): Generator<Task> {
  for (let from = first; from < end && !isStopped(); from += size)
    yield { from, to: Math.min(end, from + size), ...(corrections && { corrections }), hasReceipts, isBusy };
}

async function proveWeakenings(): Promise<boolean> {
  const caught = new Map<string, Caught>();
  const tasks = WEAKENINGS.map((_, weakening): Task => ({ weakening }));
  await share(tasks.values(), cpus().length, (result: Done) => {
    if (!('weakening' in result)) return;
    const name = WEAKENINGS[result.weakening]?.name ?? '';
    const [violation = ''] = result.caught?.violations ?? [];
    if (result.caught) caught.set(name, { name, seed: result.caught.seed, violation });
    console.log(`${name}: ${result.caught ? `caught by seed ${result.caught.seed}: ${violation}` : 'NOT NOTICED'}`);
  });
  const all = WEAKENINGS.flatMap(({ name }) => caught.get(name) ?? []);
  if (all.length === WEAKENINGS.length) writeDown(all);
  console.log(`${all.length} passed, ${WEAKENINGS.length - all.length} failed`);
  return all.length === WEAKENINGS.length;
}

const MARKS = ['<!-- weakenings: written by npm run prove -- --weakenings -->', '<!-- end of weakenings -->'] as const;

function writeDown(all: readonly Caught[]): void {
  writeFileSync(join(__dirname, 'caught.json'), `${JSON.stringify(all, undefined, 2)}\n`);
  const page = join(__dirname, '..', '..', 'docs', 'stamping.md');
  const text = readFileSync(page, 'utf8');
  const rows = all.map(({ name, seed, violation }) => `| ${name} | ${seed} | ${violation} |`);
  const table = ['| Left out or weakened | Seed that notices | What it sees |', '| --- | --- | --- |', ...rows];
  const [before] = text.split(MARKS[0]);
  const [, after] = text.split(MARKS[1]);
  writeFileSync(page, `${before}${MARKS[0]}\n\n${table.join('\n')}\n\n${MARKS[1]}${after}`);
}

async function proveOne(seed: number): Promise<boolean> {
  const failure = await runSeed(seed);
  console.log(failure ? `SEED=${seed}: ${failure.violations.join('; ')}` : `Seed ${seed}: no violation.`);
  return failure === undefined;
}

/** The proof of the deliveries, if the option names it. */
function proofOfEvents(): Promise<boolean> | undefined {
  if (!process.argv.includes('--events')) return undefined;
  if (process.argv.includes('--weakenings')) return proveEventWeakenings();
  const all = { from: Number(option('from') ?? 1), histories: Number(option('seeds') ?? EVENT_SEEDS) };
  return proveEvents(all, workerCount());
}

/** The proof of the road, if the option names it. */
function proofOfRoad(): Promise<boolean> | undefined {
  if (!process.argv.includes('--road')) return undefined;
  if (process.env.SEED) return proveRoadSeed(Number(process.env.SEED));
  if (process.argv.includes('--weakenings')) return proveRoadWeakenings(workerCount());
  const all = { from: Number(option('from') ?? 1), histories: Number(option('seeds') ?? ROAD_SEEDS) };
  return onChosenTable((isOnEngine) => proveRoad(all, workerCount(), isOnEngine));
}

/** The proofs that an option names. Without one it is the proof of stamping. */
function namedProof(): Promise<boolean> | undefined {
  const isWeakened = process.argv.includes('--weakenings');
  const [seeds, from] = [option('seeds'), Number(option('from') ?? 1)];
  if (process.argv.includes('--receipts'))
    return isWeakened
      ? proveReceiptWeakenings()
      : proveReceipts(
          { from, histories: Number(seeds ?? SEEDS), isKilled: process.argv.includes('--kills') },
          workerCount(),
        );
  if (process.argv.includes('--allocations'))
    return Promise.resolve(proveAllocations(Number(seeds ?? ALLOCATION_SEEDS), from));
  if (process.argv.includes('--satcfdi')) return proveSatcfdi(Number(seeds ?? SATCFDI_SEEDS));
  if (process.argv.includes('--money')) return isWeakened ? proveMoneyWeakenings() : proveMoney(Number(seeds ?? SEEDS));
  if (isWeakened) return proveWeakenings();
  return process.argv.includes('--recovery') ? proveRecovery() : undefined;
}

async function main(): Promise<boolean> {
  const road = proofOfRoad();
  if (road) return road;
  if (process.env.SEED) return proveOne(Number(process.env.SEED));
  const named = proofOfEvents() ?? namedProof();
  if (named) return named;
  for (const seed of [...KEPT_SEEDS, ...caughtBefore().map((one) => one.seed)]) {
    if (!(await proveOne(seed))) return false;
  }
  const seeds = Number(option('seeds') ?? SEEDS);
  return onChosenTable((isOnEngine) => proveSeeds(seeds, isOnEngine ? ENGINE_CHUNK : CHUNK));
}

/** Runs a proof. With `--engine` its workers use the tables of an engine that this project did not make. */
async function onChosenTable(prove: (isOnEngine: boolean) => Promise<boolean>): Promise<boolean> {
  if (!process.argv.includes('--engine')) return prove(false);
  const engine = await startReferenceEngine();
  process.env.PROOF_ENGINE = engine.endpoint;
  try {
    return await prove(true);
  } finally {
    await engine.stop();
  }
}

void main().then((isProved) => {
  process.exitCode = isProved ? 0 : 1;
});
