import type { Context } from '../runtime/context';
import { backOff } from './retry';

/**
 * Does work that rests on a record as it was read, again with the record as it was found each time that somebody else was quicker. The
 * work's step answers `changed(found)` as its refusal. For what a caller cannot decide anew; who can is told CONFLICT instead.
 */
export async function retryOnConflict<T, R>(
  context: Context,
  record: T,
  work: (record: T, changed: (found: T) => Error) => Promise<R>,
): Promise<R> {
  const stale = new Error('The record is no longer as it was read.');
  let latest = record;
  const changed = (found: T): Error => {
    latest = found;
    return stale;
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(latest, changed);
    } catch (failure) {
      if (failure !== stale) throw failure;
      await backOff(context, tries, failure);
    }
  }
}
