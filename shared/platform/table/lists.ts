import * as v from 'valibot';
import type { Context } from '../runtime/context';
import type { Page } from '../values/pages';
import { cursorOf, type ListIdentity, positionOf } from './cursor';
import type { ItemKey } from './keys';
import { getItems, type ItemRange, type KeyPage, queryItems } from './read';

export interface Listed<T> {
  readonly records: T[];
  readonly count: number;
  readonly nextCursor: string | null;
  /** The number of all records, when this page has them all. It costs no read. */
  readonly total?: number;
}

/** The source of a list. It is read in chunks. */
export interface Source<T> {
  /** The list and its filters. A cursor is bound to them. */
  readonly identity: ListIdentity;
  /** True for a sort key of this list. */
  readonly isPosition: (position: string) => boolean;
  /** Applies the filters that no index supports. */
  readonly keep?: ((record: T) => boolean) | undefined;
  /** Returns the next entries after a position. The list skips an entry without a record. */
  readonly next: (after: string | undefined, limit: number) => Promise<Chunk<T>>;
}

export interface Chunk<T> {
  readonly entries: readonly { readonly position: string; readonly record: T | undefined }[];
  readonly more: boolean;
}

/** A page examines at most this many items. The client continues with the cursor. */
export const MAXIMUM_EXAMINED = 1000;

/**
 * The number of entries per request while a filter is set. Reading more than the page needs avoids one call per match
 * when matches are rare.
 */
const CHUNK = 100;

export interface Found<T> {
  readonly position: string;
  readonly record: T;
}

/**
 * One page of a list. Under a filter it looks for one record more than it answers, so that only a page with a following
 * one has a cursor. A page that examined {@link MAXIMUM_EXAMINED} items may be short and have a cursor.
 */
export async function readPage<T>(context: Context, source: Source<T>, page: Page): Promise<Listed<T>> {
  const { limit, cursor } = page;
  const { identity, keep, next } = source;
  const found: Found<T>[] = [];
  const wanted = keep ? limit + 1 : limit;
  let after = cursor === undefined ? undefined : positionOf(context, identity, source.isPosition, cursor);
  let isEnd = false;
  for (let examined = 0; !isEnd && found.length < wanted && examined < MAXIMUM_EXAMINED; ) {
    const { entries, more } = await next(after, keep ? CHUNK : Math.min(CHUNK, wanted - found.length));
    found.push(...foundIn(entries, keep));
    after = entries.at(-1)?.position ?? after;
    examined += entries.length;
    isEnd = !more;
  }
  return pageOf(context, identity, found, page, isEnd ? undefined : after);
}

/** The answer with what was found. `next` is the position after which more entries follow. */
export function pageOf<T>(
  context: Context,
  identity: ListIdentity,
  found: readonly Found<T>[],
  { limit, cursor }: Page,
  next: string | undefined,
): Listed<T> {
  const last = found.length > limit ? found[limit - 1]?.position : next;
  const records = found.slice(0, limit).map(({ record }) => record);
  const count = records.length;
  if (last !== undefined) return { records, count, nextCursor: cursorOf(context, identity, last) };
  return { records, count, nextCursor: null, ...(cursor === undefined && { total: count }) };
}

export const foundIn = <T>(entries: Chunk<T>['entries'], keep: Source<T>['keep']): Found<T>[] =>
  entries.flatMap(({ position, record }) =>
    record !== undefined && (keep === undefined || keep(record)) ? [{ position, record }] : [],
  );

/**
 * The records of one page of an index, in its order. An index can lag behind the table, so `isStill` filters out
 * records that changed in the meantime. Positions without a key are skipped.
 */
export async function recordsAt<T>(
  context: Context,
  { positions, more }: KeyPage,
  keyAt: (position: string) => ItemKey<v.GenericSchema<unknown, T>> | undefined,
  isStill: (record: T) => boolean = () => true,
): Promise<Chunk<T>> {
  const found = await getItems(context, positions.map(keyAt), 'eventual');
  const entries = positions.map((position, index) => {
    const record = found[index];
    return { position, record: record !== undefined && isStill(record) ? record : undefined };
  });
  return { entries, more };
}

export interface List<S extends v.GenericSchema> extends Pick<ItemRange, 'pk' | 'prefix' | 'ascending' | 'between'> {
  readonly schema: S;
  readonly filters?: ListIdentity;
  /**
   * Applies the filters. It is skipped when no filter is set, so that a page reads only as many records as it returns.
   */
  readonly keep?: (record: v.InferOutput<S>) => boolean;
}

/** One page of a partition's records, newest first by default. */
export function listItems<S extends v.GenericSchema>(
  context: Context,
  list: List<S>,
  page: Page,
): Promise<Listed<v.InferOutput<S>>> {
  const { filters = [] } = list;
  const source: Source<v.InferOutput<S>> = {
    identity: [list.pk, list.prefix, ...filters],
    isPosition: (position) => isInRange(list, position),
    keep: filters.some((filter) => filter !== undefined) ? list.keep : undefined,
    next: async (after, limit) => {
      // One item more than asked, so that `more` is true only when there are more.
      const { items, more } = await queryItems(context, { ...list, limit: limit + 1, after });
      const entries = items.slice(0, limit).map((item) => ({ position: item.sk, record: v.parse(list.schema, item) }));
      return { entries, more: more || items.length > limit };
    },
  };
  return readPage(context, source, page);
}

export const isInRange = ({ prefix, between }: Pick<ItemRange, 'prefix' | 'between'>, position: string): boolean =>
  position.startsWith(prefix) &&
  (between === undefined || (position >= prefix + between.from && position <= prefix + between.to));

/** All records of a range, for lists that the interface returns without pages. */
export async function allItems<S extends v.GenericSchema>(
  context: Context,
  { schema, ...range }: Pick<ItemRange, 'pk' | 'prefix' | 'between' | 'consistent'> & { readonly schema: S },
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
