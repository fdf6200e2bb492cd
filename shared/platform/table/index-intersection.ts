import type { Context } from '../runtime/context';
import { HIGHEST, LOWEST, queryIndex } from './read';

export interface IndexPartition {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
}

/**
 * The number of keys per read. 14 keys cost one read unit. The number doubles, up to the maximum, while at least half
 * of the keys were used.
 */
const FIRST_READ = 14;
const LARGEST_READ = 500;

interface KeyStream {
  /** The next key at the bound or after it, or strictly after it when `passed` is true. */
  readonly seek: (bound: string, passed: boolean) => Promise<string | undefined>;
}

/** The keys of a partition in order. `seek` starts a new read at the bound, so large gaps are not read. */
function keyStream(context: Context, { index, partition }: IndexPartition, ascending: boolean): KeyStream {
  let keys: readonly string[] = [];
  let more = true;
  let size = FIRST_READ;
  let answered = 0;
  const isBehind = (key: string, bound: string) => (ascending ? key > bound : key < bound);
  return {
    seek: async (bound, passed) => {
      keys = keys.filter((key) => isBehind(key, bound) || (!passed && key === bound));
      if (keys.length === 0 && more) {
        size = answered * 2 >= size ? Math.min(size * 2, LARGEST_READ) : FIRST_READ;
        answered = 0;
        const end = ascending ? { from: bound } : { to: bound };
        const range = passed ? { after: bound } : end;
        const page = await queryIndex(context, index, partition, { limit: size, ascending, ...range });
        keys = page.positions;
        more = page.more;
      }
      answered += 1;
      return keys[0];
    },
  };
}

/**
 * The first `limit` sort keys, in order, that both partitions contain. Both must sort by the same key. Each partition
 * is read from the position that the other one reached, so the cost depends on the matches and not on the size of the
 * partitions.
 */
export async function intersect(
  context: Context,
  [first, second]: readonly [IndexPartition, IndexPartition],
  limit: number,
  ascending: boolean,
): Promise<string[]> {
  const one = keyStream(context, first, ascending);
  const other = keyStream(context, second, ascending);
  const found: string[] = [];
  let bound = ascending ? LOWEST : HIGHEST;
  while (found.length < limit) {
    const candidate = await one.seek(bound, bound === found.at(-1));
    if (candidate === undefined) break;
    const next = await other.seek(candidate, false);
    if (next === undefined) break;
    bound = next;
    if (next === candidate) found.push(next);
  }
  return found;
}
