import { createHash } from 'node:crypto';

/**
 * So many of the files, drawn by the seed: the same ones wherever and whenever, and among more of them the same first. A file that joins
 * or leaves changes nothing about the others' turn.
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
