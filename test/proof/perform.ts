import { catchWeakening, type Failure, NOTHING, runAndCount, sumOf, type Total } from './seeds';
import { WEAKENINGS } from './weakenings';
import type { Corrections } from './world';

const MOST_FOR_A_WEAKENING = 10_000;

export type Task =
  | {
      readonly from: number;
      readonly to: number;
      readonly corrections?: Corrections;
      readonly hasReceipts?: boolean;
      readonly isBusy?: boolean;
    }
  | { readonly weakening: number };
export type Done =
  | { readonly failures: readonly Failure[]; readonly total: Total; readonly milliseconds: number }
  | { readonly weakening: number; readonly caught?: Failure };

/** Runs the seeds of a task and counts what they did, or looks for a seed that notices a weakening. */
export async function perform(task: Task): Promise<Done> {
  if ('weakening' in task) {
    const weakening = WEAKENINGS[task.weakening];
    const caught = weakening && (await catchWeakening(weakening, MOST_FOR_A_WEAKENING));
    return { weakening: task.weakening, ...(caught && { caught }) };
  }
  const failures: Failure[] = [];
  const before = process.cpuUsage();
  let total = NOTHING;
  for (let seed = task.from; seed < task.to; seed += 1) {
    const { corrections, hasReceipts, isBusy } = task;
    const run = await runAndCount(seed, undefined, process.env.PROOF_ENGINE, corrections, hasReceipts, isBusy);
    if (run.failure) failures.push(run.failure);
    total = sumOf(total, run.total);
  }
  const { user, system } = process.cpuUsage(before);
  return { failures, total, milliseconds: (user + system) / 1000 };
}
