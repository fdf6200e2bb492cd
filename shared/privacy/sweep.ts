import * as v from 'valibot';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import type { PartitionKey } from '../platform/runtime/key-families';
import type { ItemKey } from '../platform/table/keys';
import { HIGHEST, LOWEST, queryIndex, queryItems } from '../platform/table/read';
import { deleteOne } from '../platform/table/write';

const PAGE = 100;
/** The number of records that are changed concurrently. */
const CONCURRENCY = 10;
/** Below this time the work stops, so that the answer can still be sent. A repeated request continues. */
const LEAST_REMAINING_MS = 3_000;

type Item = Awaited<ReturnType<typeof queryItems>>['items'][number];

/** All items of a partition whose sort keys begin with the prefix. An empty prefix reads the whole partition. */
export async function itemsOf(context: Context, pk: PartitionKey, prefix = ''): Promise<Item[]> {
  const found: Item[] = [];
  // DynamoDB refuses an empty text in a condition on a key.
  const between = prefix === '' ? { from: LOWEST, to: HIGHEST } : undefined;
  for (let after: string | undefined, more = true; more; ) {
    const page = await queryItems(context, {
      pk,
      prefix,
      between,
      limit: PAGE,
      after,
      ascending: true,
      consistent: true,
    });
    found.push(...page.items);
    after = page.items.at(-1)?.sk;
    more = page.more && after !== undefined;
  }
  return found;
}

/** All sort keys of an index's partition. The index can lag by a moment. */
export async function positionsOf(context: Context, index: 'gsi1' | 'gsi2', partition: string): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await queryIndex(context, index, partition, { limit: PAGE, ascending: true, after });
    found.push(...page.positions);
    after = page.positions.at(-1);
    more = page.more && after !== undefined;
  }
  return found;
}

/** Runs the work for each record, ten at a time. Throws UNAVAILABLE when the time is nearly over. */
export async function inTurn<T>(
  context: Context,
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < all.length; start += CONCURRENCY) {
    if (context.remaining() < LEAST_REMAINING_MS) throw new AppError('UNAVAILABLE');
    await Promise.all(all.slice(start, start + CONCURRENCY).map(work));
  }
}

/** Deletes items one by one. A missing one is not an error. */
export const deleteEach = (context: Context, keys: readonly Pick<ItemKey, 'pk' | 'sk'>[]): Promise<void> =>
  inTurn(context, keys, ({ pk, sk }) => deleteOne(context, { pk, sk, schema: v.unknown() }));
