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

/** What a full run must meet often. The counts beside these must be met as often. */
const EXPECTED = [
  ...['ok', 'slow', 'error', 'busy', 'gone', 'late', 'down'].map((mode) => `answers: ${mode}`),
  ...['before its reads', 'after the POST', 'after a row'].map((where) => `dispatch, ${where}`),
  ...['fan-out', 'fan-out, after its sends', 'sweep', 'redelivery', 'reconciler', 'a function, between its sends'],
  ...['dead letters', 'messages that kill the dispatcher', 'records lost in the stream'],
  ...['redeliveries', 'redeliveries since an instant', 'rotations'],
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
