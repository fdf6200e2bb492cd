import type { Failure, Histories, Judged } from '../../proof/histories';
import { judgeSeeds, noticed } from './seeds';
import { WEAKENINGS } from './weakenings';

export interface WeakeningTask {
  readonly weakening: number;
  /** Each must be noticed within so many seeds. */
  readonly most: number;
}
export interface NoticedWeakening {
  readonly weakening: number;
  readonly failure: Failure | undefined;
}

/** Judges the seeds and weakenings that it is sent, until the parent process ends. */
process.on('message', async (task: Histories | WeakeningTask) => process.send?.(await perform(task)));

async function perform(task: Histories | WeakeningTask): Promise<Judged | NoticedWeakening> {
  if (!('weakening' in task)) return judgeSeeds(task);
  const weakening = WEAKENINGS[task.weakening];
  return { weakening: task.weakening, failure: weakening && (await noticed(weakening, task.most)) };
}
