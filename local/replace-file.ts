import { renameSync } from 'node:fs';

const TRIES = 5;
const PAUSE_MS = 20;

/**
 * Renames a file over another one. On Windows another program, such as a virus scanner, can hold a file for a moment: then it is tried again.
 */
export function replaceFile(fresh: string, file: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      renameSync(fresh, file);
      return;
    } catch (failure) {
      if (tries === TRIES || !isHeld(failure)) throw failure;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

const isHeld = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && ['EPERM', 'EACCES', 'EBUSY'].includes(String(failure.code));
