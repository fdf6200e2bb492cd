const restarts: (() => void)[] = [];

/**
 * A value that each test file begins with anew. The files of a worker share the modules of this folder (docs/decisions/0107): without this, what a
 * file counts or draws would depend on the files before it, and a failure could not be seen again.
 */
export function perFile<T>(first: T): { value: T } {
  const kept = { value: first };
  restarts.push(() => {
    kept.value = first;
  });
  return kept;
}

/** Called by setup.ts before each test file. */
export function beginFile(): void {
  for (const restart of restarts) restart();
}
