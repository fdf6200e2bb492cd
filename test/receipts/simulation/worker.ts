import { type Histories, judgeHistories } from './histories';

/** Judges the histories that it is sent, until the parent process ends. */
process.on('message', async (task: Histories) =>
  process.send?.({ ...(await judgeHistories(task)), histories: task.histories }),
);
