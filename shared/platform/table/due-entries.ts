import type { Context } from '../runtime/context';
import { queryIndex } from './read';

/** Entries in one query of the index. */
const CHUNK = 100;

/** A run ends when less time than this is left. The remaining entries stay due for the next run. */
const LEAST_REMAINING_MS = 5_000;

/** A row of an index that the service did not write, or wrote in another form. */
class UnreadablePosition extends Error {
  constructor(position: string, cause: unknown) {
    super(`The position ${JSON.stringify(position)} of an index cannot be read.`, { cause });
  }
}

/** The places of these positions. One that cannot be read is reported and left out: the rows after it do not wait for it. */
export function readablePlaces<T>(
  positions: readonly string[],
  placeAt: (position: string) => T,
  report: (failure: unknown) => void,
): T[] {
  return positions.flatMap((position) => {
    try {
      return [placeAt(position)];
    } catch (cause) {
      report(new UnreadablePosition(position, cause));
      return [];
    }
  });
}

/** Acts on the entries of a partition of `gsi2` up to a bound, one after the other, until the time of the run is used. */
export async function forEachDue(
  context: Context,
  partition: string,
  to: string,
  act: (position: string) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const page = await queryIndex(context, 'gsi2', partition, { ascending: true, to, after, limit: CHUNK });
    for (const position of page.positions) {
      if (context.remaining() < LEAST_REMAINING_MS) return;
      await act(position);
      after = position;
    }
    if (!page.more) return;
  }
}
