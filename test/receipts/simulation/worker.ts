import { judgeHistories, type ReceiptHistories } from './histories';

/** Judges the histories that it is sent, until the parent process ends. */
process.on('message', async (task: ReceiptHistories) => process.send?.(await judgeHistories(task)));
