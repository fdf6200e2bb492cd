import * as v from 'valibot';
import type { Page } from '../domain/lists';
import type { Context } from '../runtime/context';
import { cursorOf, type ListIdentity, positionOf } from './cursor';
import { type ItemRange, queryItems } from './read';

export interface Listed<T> {
  readonly records: T[];
  readonly count: number;
  readonly nextCursor: string | null;
}

export interface List<S extends v.GenericSchema> extends Pick<ItemRange, 'pk' | 'prefix' | 'ascending'> {
  readonly schema: S;
  /** The filters, which a cursor is bound to. */
  readonly filters?: ListIdentity;
  /** What an index does not serve is decided here, record by record. */
  readonly keep?: (record: v.InferOutput<S>) => boolean;
}

/** A page examines at most so many items, and goes on by its cursor (product.md §1). */
export const MAXIMUM_EXAMINED = 1000;

/** Items of one request while a filter passes some over: more than are wanted, so that a rare match does not cost a call each. */
const FILTERED_CHUNK = 200;

/** One page of a partition's records, newest first unless said otherwise. */
export async function listItems<S extends v.GenericSchema>(
  context: Context,
  list: List<S>,
  { limit, cursor }: Page,
): Promise<Listed<v.InferOutput<S>>> {
  const identity = [list.pk, list.prefix, ...(list.filters ?? [])];
  const chunk = list.keep ? FILTERED_CHUNK : limit;
  const records: v.InferOutput<S>[] = [];
  let after = cursor === undefined ? undefined : positionOf(identity, cursor);
  for (let examined = 0; examined < MAXIMUM_EXAMINED; ) {
    const page = await queryItems(context, { ...list, limit: Math.min(chunk, MAXIMUM_EXAMINED - examined), after });
    for (const [index, item] of page.items.entries()) {
      const record = v.parse(list.schema, item);
      after = item.sk;
      if (list.keep?.(record) === false) continue;
      records.push(record);
      const more = page.more || index < page.items.length - 1;
      if (records.length === limit) return listed(records, more ? cursorOf(identity, after) : null);
    }
    examined += page.items.length;
    if (!page.more) return listed(records, null);
  }
  return listed(records, after === undefined ? null : cursorOf(identity, after));
}

export const listed = <T>(records: T[], nextCursor: string | null): Listed<T> => ({
  records,
  count: records.length,
  nextCursor,
});

/** All records of a partition's part, for what the interface answers whole. */
export async function allItems<S extends v.GenericSchema>(
  context: Context,
  { schema, ...range }: { schema: S; pk: string; prefix: string },
): Promise<v.InferOutput<S>[]> {
  const records: v.InferOutput<S>[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await queryItems(context, { ...range, limit: MAXIMUM_EXAMINED, after });
    records.push(...page.items.map((item) => v.parse(schema, item)));
    after = page.items.at(-1)?.sk;
    if (!page.more) return records;
  }
}
