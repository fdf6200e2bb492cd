import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';

const MOST_A_MINUTE = 60;
const MINUTE_SECONDS = 60;

/** The syncs of the present minute by driver. A counter in the table would cost as much as a fact. */
interface Counts {
  minute: number;
  byDriver: Map<string, number>;
}

const newCounts = (): Counts => ({ minute: 0, byDriver: new Map() });

/** Counts a sync in the memory of the function. Throws TOO_MANY_REQUESTS above 60 a minute of one driver. */
export function limitSyncs(context: Context, driverId: string): void {
  const counts = context.client(newCounts);
  const seconds = Math.floor(context.now().getTime() / 1000);
  const minute = Math.floor(seconds / MINUTE_SECONDS);
  if (counts.minute !== minute) {
    counts.minute = minute;
    counts.byDriver = new Map();
  }
  const count = (counts.byDriver.get(driverId) ?? 0) + 1;
  counts.byDriver.set(driverId, count);
  if (count > MOST_A_MINUTE)
    throw new AppError('TOO_MANY_REQUESTS', {
      retryAfter: MINUTE_SECONDS - (seconds % MINUTE_SECONDS),
      most: MOST_A_MINUTE,
    });
}
