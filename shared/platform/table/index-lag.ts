import type { Context } from '../runtime/context';

/** An index shows a write after some milliseconds, and after a second only in an outage of DynamoDB. */
const INDEX_LAG_MS = 1_000;

/** Waits until the indexes show what was written before. */
export const untilIndexesShow = (context: Context): Promise<void> => context.sleep(INDEX_LAG_MS);
