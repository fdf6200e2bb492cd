import type { Histories } from '../../proof/histories';
import { judgeSeeds } from './seeds';

/** Judges the histories that it is sent, until the parent process ends. */
process.on('message', async (task: Histories) => process.send?.(await judgeSeeds(task)));
