import type { Context } from '../runtime/context';
import { againWhile } from './retry';

/**
 * Retries the work with the stored record when another request changed it first. The work's step uses `changed(stored)`
 * as its error. Use it only when the client has nothing to decide; otherwise answer CONFLICT.
 */
export async function retryOnConflict<T, R>(
  context: Context,
  record: T,
  work: (record: T, changed: (found: T) => Error) => Promise<R>,
): Promise<R> {
  const stale = new Error('Another request changed the record meanwhile.');
  let latest = record;
  const changed = (found: T): Error => {
    latest = found;
    return stale;
  };
  return againWhile(
    context,
    (failure) => failure === stale,
    () => work(latest, changed),
  );
}
