import { join } from 'node:path';
import { type Histories, proveHistories } from '../../proof/histories';
import { share } from '../../proof/share';
import { CLOCKS } from './clock';
import { KINDS } from './kinds';
import { replaceRules } from './replace-rules';
import { runSeed } from './seeds';
import { WEAKENINGS } from './weakenings';
import type { NoticedWeakening, WeakeningTask } from './worker';

const REFUSED = ['NOT_FOUND', 'NOT_YOUR_TRIP', 'TRIP_CANCELLED', 'TOO_OLD'];

/** What a full run must meet often. Every other thing that it counts must be met as often. */
const EXPECTED = [
  ...['requests lost', 'answers lost', 'requests repeated', 'two batches at once'],
  ...['kills before a call', 'kills after a call', 'items that are delayed by more than a day'],
  ...CLOCKS.map((kind) => `clocks: ${kind}`),
  ...[
    'EN_PROCESO',
    'COMPLETADO',
    'CANCELADO',
    'edit',
    'correct',
    'withdraw',
    'relay',
    'DISABLE',
    'ENABLE',
    'delete',
    'policy',
    'assign',
  ].map((action) => `office: ${action}`),
  ...['NOT_FOUND', 'FORBIDDEN'].map((code) => `another team: ${code}`),
  ...['compared', 'compared with reports', 'CONDUCE', 'AUXILIAR', 'PAUSA', 'DESCANSO', 'SIN_DATO'].map(
    (what) => `working time: ${what}`,
  ),
  ...['APPLIED', 'DUPLICATE'].map((answer) => `DUTY: ${answer}`),
  // A TRIP_START hardly ever waits for seven days.
  ...[...Object.keys(KINDS), 'PING', 'TRIP_START', 'TRIP_END'].flatMap((kind) =>
    ['APPLIED', 'DUPLICATE', ...REFUSED.map((error) => `REFUSED ${error}`)]
      .map((answer) => `${kind}: ${answer}`)
      .filter((name) => name !== 'TRIP_START: REFUSED TOO_OLD'),
  ),
  ...['STOP_ARRIVED', 'STOP_DEPARTED', 'STOP_SKIPPED', 'PROOF'].map((kind) => `${kind}: REFUSED STOP_UNKNOWN`),
  ...['TRIP_END: WAITING PROOF_MISSING', 'records: ends that waited for a proof'],
  ...['records: trips that a driver ended under `proof: ENFORCE`', 'stops that lack a proof'],
  ...['records: stops with a position inside', 'records: stops that a position left'],
  ...['PING: REFUSED TRIP_ENDED', 'TRIP_START: WAITING TRIP_NOT_READY', 'reused identifier: REFUSED ID_REUSED'],
  ...['VALIDATION_FAILED', 'UNKNOWN_KIND', 'NOT_FOUND', 'NOT_YOUR_TRIP', 'TOO_OLD'].map(
    (error) => `bad item: REFUSED ${error}`,
  ),
  ...['PENDIENTE', 'LLEGO', 'SALIO', 'OMITIDA'].map((status) => `stops that end ${status}`),
  ...['EN_PROCESO', 'COMPLETADO', 'CANCELADO', 'NO_INICIADO', 'deleted'].map((status) => `trips that end ${status}`),
];
const [CHUNK, ENGINE_CHUNK] = [20, 2];
const PROGRAM = join(__dirname, 'worker.ts');

/** `npm run prove -- --road`: seeds from `from`, and prints what happened in them. */
export const proveRoad = (all: Histories, workers: number, isOnEngine = false): Promise<boolean> =>
  proveHistories({
    all,
    workers,
    chunk: isOnEngine ? ENGINE_CHUNK : CHUNK,
    program: PROGRAM,
    expected: EXPECTED,
    isOnEngine,
  });

/** `SEED=7 npm run prove -- --road`. */
export async function proveRoadSeed(seed: number): Promise<boolean> {
  const failure = await runSeed(seed);
  console.log(failure ? `SEED=${seed}: ${failure.violations.join('; ')}` : `Seed ${seed}: no violation.`);
  return failure === undefined;
}

/** `npm run prove -- --road --weakenings`: leaves out one rule after the other. A seed must notice each. */
export async function proveRoadWeakenings(workers: number, most = 3_000): Promise<boolean> {
  let missed = 0;
  const tasks = WEAKENINGS.map((_, weakening): WeakeningTask => ({ weakening, most }));
  const take = ({ weakening, failure }: NoticedWeakening) => {
    if (failure === undefined) missed += 1;
    const { name, seed = failure?.seed } = WEAKENINGS[weakening] ?? {};
    // A known seed that has stopped noticing makes this command slow, so the source should have the new one.
    const known = seed === failure?.seed ? '' : ` (its source says ${seed})`;
    console.log(
      `${name}: ${failure ? `noticed by seed ${failure.seed}${known}: ${failure.violations[0]}` : 'NOT NOTICED'}`,
    );
  };
  await share(tasks.values(), workers, take, PROGRAM, [replaceRules]);
  console.log(`${WEAKENINGS.length - missed} passed, ${missed} failed`);
  return missed === 0;
}
