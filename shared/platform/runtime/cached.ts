import type { ClientFactory, Context, OutboundCall } from './context';

/** What was asked for once, by name. Each kind has a factory of its own, by which the runtime finds it again. */
export type Shelf<T> = ClientFactory<Map<string, Promise<T>>>;

/**
 * Asks for something once in the life of an execution environment: calls at once share the question, a failure is not kept. What is kept
 * needs the right at each use as well: what works warm must work cold.
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
