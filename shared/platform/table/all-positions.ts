import type { Context } from '../runtime/context';
import { queryIndex } from './read';

/** The sort keys of one call. */
const PAGE = 1_000;

/** All sort keys of a partition of an index, in ascending order. */
export async function allPositions(context: Context, index: 'gsi1' | 'gsi2', partition: string): Promise<string[]> {
  const all: string[] = [];
  for (let after: string | undefined; ; ) {
    const { positions, more } = await queryIndex(context, index, partition, { limit: PAGE, ascending: true, after });
    all.push(...positions);
    after = positions.at(-1);
    if (!more || after === undefined) return all;
  }
}
