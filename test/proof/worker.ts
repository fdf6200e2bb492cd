import { perform, type Task } from './perform';

/** Performs tasks until the parent process ends. */
process.on('message', async (task: Task) => process.send?.(await perform(task)));
