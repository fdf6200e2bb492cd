import { loadavg } from 'node:os';
import { quickCalls } from './quick-calls';
import { share } from './share';
import { tellCounts } from './tally';

/** Histories with successive seeds. */
export interface Histories {
  readonly from: number;
  readonly histories: number;
}

export interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

/** What a worker did of its histories. */
export interface Judged {
  readonly histories: number;
  readonly failures: readonly Failure[];
  readonly counts: readonly (readonly [string, number])[];
}

export interface Proof<Task extends Histories> {
  readonly all: Task;
  /** The number of histories that a worker receives at a time. */
  readonly chunk: number;
  readonly workers: number;
  /** The path of the program of a worker. */
  readonly program: string;
  /** What a full run must meet often. */
  readonly expected: readonly string[];
  /** The workers send their calls to a real engine, with the whole SDK. */
  readonly isOnEngine?: boolean;
}

const TOLD_EVERY_MS = 10_000;

/** Random histories from a seed on, and how often each fault, refusal and outcome occurred. SIGTERM ends the run early. */
export async function proveHistories<Task extends Histories>(proof: Proof<Task>): Promise<boolean> {
  const { all, workers, program } = proof;
  const began = Date.now();
  const counts = new Map<string, number>();
  let [failed, done, told, isStopped] = [0, 0, began, false];
  process.once('SIGTERM', () => {
    isStopped = true;
  });
  const take = (judged: Judged) => {
    failed += judged.failures.length;
    done += judged.histories;
    for (const { seed, violations } of judged.failures) console.log(`SEED=${seed}: ${violations.join('; ')}`);
    for (const [what, count] of judged.counts) counts.set(what, (counts.get(what) ?? 0) + count);
    if (Date.now() - told < TOLD_EVERY_MS) return;
    told = Date.now();
    console.log(`${done} of ${all.histories} histories, ${failed} failed`);
  };
  await share(
    chunks(proof, () => isStopped),
    workers,
    take,
    program,
    proof.isOnEngine ? [] : [quickCalls],
  );
  const seconds = (Date.now() - began) / 1000;
  if (isStopped) console.log(`Stopped before the end: ${done} of ${all.histories}.`);
  console.log(
    `Node ${process.version}: ${done} histories from seed ${all.from} in ${Math.round(seconds)} s: ${(done / seconds).toFixed(1)} a second with ${workers} workers, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const rare = tellCounts(Object.fromEntries(counts), proof.expected, done);
  const isProved = failed + rare.length === 0;
  console.log(isProved ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return isProved;
}

function* chunks<Task extends Histories>({ all, chunk }: Proof<Task>, isStopped: () => boolean): Generator<Task> {
  const end = all.from + all.histories;
  for (let from = all.from; from < end && !isStopped(); from += chunk)
    yield { ...all, from, histories: Math.min(chunk, end - from) };
}
