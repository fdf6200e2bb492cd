import type { ClientFactory, Context, OutboundCall } from './context';

/** Makes the map of cached answers, by name. The runtime keeps one map per factory: each kind of answer needs its own. */
export type Shelf<T> = ClientFactory<Map<string, Promise<T>>>;

/**
 * Caches an answer for the life of the execution environment. Concurrent callers share one request; a failed request is
 * not cached. The permission is checked on a cached answer too: otherwise a missing permission would show only on a
 * cold start.
 */
export async function cached<T>(
  context: Context,
  shelf: Shelf<T>,
  name: string,
  call: OutboundCall,
  ask: () => Promise<T>,
): Promise<T> {
  context.assertGranted(call);
  const answers = context.client(shelf);
  const known = answers.get(name);
  if (known !== undefined) return known;
  const asked = ask();
  answers.set(name, asked);
  return asked.catch((failure: unknown) => {
    answers.delete(name);
    throw failure;
  });
}
