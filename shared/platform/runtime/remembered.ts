import type { Context } from './context';

interface Remembered<T> {
  readonly readAt: number;
  readonly value: T;
}

/** What a function remembers between its calls, by name. */
export type Memory<T> = Map<string, Remembered<T>>;

/**
 * The value under this name in the memory of a function, at most `forMs` milliseconds old; else it is read. `newMemory` is a constant, because a function
 * has one memory for each. With `most` the memory forgets all of its values before it would hold more.
 */
export async function remembered<T>(
  context: Context,
  { newMemory, name, forMs, most }: { newMemory: () => Memory<T>; name: string; forMs: number; most?: number },
  read: () => Promise<T>,
): Promise<T> {
  const memory = context.client(newMemory);
  const found = memory.get(name);
  const now = context.now().getTime();
  if (found && Math.abs(now - found.readAt) < forMs) return found.value;
  const value = await read();
  if (most !== undefined && memory.size >= most) memory.clear();
  memory.set(name, { readAt: now, value });
  return value;
}
