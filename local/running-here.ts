import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `npm run demo` reads it (scenarios/print/main.ts). The data may be in a folder that it does not know. */
const NOTE = join('node_modules', '.cache', 'local', 'server.json');

/**
 * Notes the address of the server that this project started last. Returns the removal of the note, which leaves the note of a later start. A
 * project that cannot be written has no note: the demo then takes `--url`.
 */
export function noteRunning(url: string, file: string = NOTE): () => void {
  const note = JSON.stringify({ url });
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, note);
  } catch {
    return () => {};
  }
  return () => {
    if (isStill(file, note)) rmSync(file, { force: true });
  };
}

function isStill(file: string, note: string): boolean {
  try {
    return readFileSync(file, 'utf8') === note;
  } catch {
    return false;
  }
}
