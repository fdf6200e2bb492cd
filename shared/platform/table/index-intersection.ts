import type { Context } from '../runtime/context';
import { HIGHEST, LOWEST, queryIndex } from './read';

export interface IndexPartition {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
}

/** Keys of one read: as many as one unit holds, and more while most of them are of use. */
const FIRST_READ = 14;
const LARGEST_READ = 500;

interface KeyStream {
  /** The next key at the bound or behind it; strictly behind it when `passed`. */
  readonly seek: (bound: string, passed: boolean) => Promise<string | undefined>;
}

/** The keys of a partition in order, passed over by seeking: what lies between two seeks is not read where it is much. */
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
 * Sort keys that stand in both partitions, whose entries sort by the same key: up to `limit` of them, in order. Each partition is entered
 * where the other has come to, so that it costs what is alike in them, not what there is.
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
