import { join } from 'node:path';
import { type Failure, type Histories, proveHistories } from '../../proof/histories';
import { runSeed } from './seeds';
import { WEAKENINGS, type Weakening } from './weakenings';

/** The first seed that notices a weakening. */
export async function noticed(weakening: Weakening, most: number): Promise<Failure | undefined> {
  for (let seed = 1; seed <= most; seed += 1) {
    const failure = await runSeed(seed, weakening);
    if (failure) return failure;
  }
  return undefined;
}

/** What a full run must meet often: each fault of a step, each edit and each end. The counts beside these must be met as often. */
const EXPECTED = [
  ...['ok', 'slow', 'error', 'busy', 'gone', 'late', 'down'].map((mode) => `answers: ${mode}`),
  ...['before its reads', 'after the POST', 'after a row', 'of several messages'].map((where) => `dispatch, ${where}`),
  ...['fan-out', 'fan-out, after its sends', 'fan-out, a part of its batch fails', 'sweep', 'redelivery', 'reconciler'],
  ...['a function, between its sends', 'a dispatcher that waits between its reads and the POST', 'two sweeps at once'],
  'a signature that waits for its key',
  ...['a shard that stops for 30 hours', 'records lost in the stream'],
  ...['arrive twice', 'arrive late', 'the queue refuses', 'kill the dispatcher'].map((what) => `messages that ${what}`),
  ...['dead letters', 'events that kill the dispatcher five times', 'events that kill the dispatcher always'],
  ...['an index that lags more than 45 s', 'an identifier that is younger than its commit'],
  'a commit that takes more than 20 s',
  ...['url', 'types', 'DISABLED', 'ENABLED', 'deletion'].map((edit) => `edits: ${edit}`),
  ...['rotations', 'redeliveries', 'redeliveries since an instant', 'redeliveries asked for during an attempt'],
  ...['DELIVERED', 'SKIPPED', 'FAILED, INTERNAL'].map((end) => `rows at the end: ${end}`),
  ...['FAILED, STATUS', 'FAILED, TIMEOUT', 'FAILED, CONNECTION'].map((end) => `rows at the end: ${end}`),
  ...['FAILING', 'GONE'].map((reason) => `endpoints disabled: ${reason}`),
  ...['pages of a pull', 'a pull, before it notes its place'],
];
const CHUNK = 20;

/** `npm run prove -- --events`: seeds from `from`, and prints what happened in them. */
export const proveEvents = (all: Histories, workers: number): Promise<boolean> =>
  proveHistories({ all, workers, chunk: CHUNK, program: join(__dirname, 'worker.ts'), expected: EXPECTED });

/** `npm run prove -- --events --weakenings`: leaves out one rule after the other. A seed must notice each. */
export async function proveEventWeakenings(most = 3_000): Promise<boolean> {
  let missed = 0;
  for (const weakening of WEAKENINGS) {
    const failure = await noticed(weakening, most);
    if (failure === undefined) missed += 1;
    console.log(
      `${weakening.name}: ${failure ? `noticed by seed ${failure.seed}: ${failure.violations.join('; ')}` : 'NOT NOTICED'}`,
    );
  }
  console.log(`${WEAKENINGS.length - missed} passed, ${missed} failed`);
  return missed === 0;
}
