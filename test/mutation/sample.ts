import { createHash } from 'node:crypto';

/**
 * Draws a sample of the files by the seed. The same seed gives the same files everywhere, and a larger sample begins with the same files. A
 * file that is added or removed does not change the order of the others.
 */
export function drawn(files: readonly string[], count: number, seed: number): string[] {
  const turnOf = (file: string): string => createHash('sha256').update(`${seed} ${file}`).digest('hex');
  return files
    .map((file) => ({ file, turn: turnOf(file) }))
    .sort((one, other) => (one.turn < other.turn ? -1 : 1))
    .slice(0, count)
    .map(({ file }) => file)
    .sort();
}
