import type * as v from 'valibot';
import type { Context } from '../runtime/context';
import type { ItemKey } from './keys';
import { getItems, type KeyPage } from './read';
import { RECORD_UNITS, type UnitSource, unitsLeft } from './unit-pages';

/** A list in the order of an index. A record is shown by its sort key, or read from the table. */
interface IndexedList<T> extends Pick<UnitSource<T>, 'identity' | 'isPosition' | 'keep'> {
  readonly read: (range: { readonly limit: number; readonly after: string | undefined }) => Promise<KeyPage>;
  /** The part of a sort key that a cursor holds. Without it the whole key. */
  readonly positionOf?: (sortKey: string) => string;
  /** The record that the sort key shows. Undefined: it must be read. */
  readonly shown?: (sortKey: string) => T | undefined;
  /** The record of a sort key. Undefined: the key itself shows that the list leaves it out. */
  readonly keyAt: (sortKey: string) => (ItemKey & { readonly schema: v.GenericSchema<unknown, T> }) | undefined;
}

/** The keys that half a read unit usually holds. */
const FIRST_READ = 12;
/** The most keys of one read. */
const LARGEST_READ = 200;

/** The source of a page of an {@link IndexedList}. It reads only as many records as the units of the request allow. */
export function indexedSource<T>(context: Context, list: IndexedList<T>): UnitSource<T> {
  const { identity, isPosition, keep, read, positionOf = (sortKey) => sortKey } = list;
  let cost: number | undefined;
  return {
    identity,
    isPosition,
    keep,
    least: 2 * RECORD_UNITS,
    next: async (after, units, wanted) => {
      const affordable = cost === undefined ? FIRST_READ : Math.max(1, Math.floor((units - RECORD_UNITS) / cost));
      const limit = Math.min(affordable, keep === undefined ? wanted : LARGEST_READ);
      const { positions, more } = await read({ limit, after });
      const found = affordableOf(list, positions, unitsLeft(context));
      const records = await getItems(
        context,
        found.map(({ key }) => key),
        'eventual',
      );
      cost = Math.max((units - unitsLeft(context)) / Math.max(1, found.length), 0.02);
      return {
        entries: found.map(({ sortKey, record }, index) => ({
          position: positionOf(sortKey),
          record: record ?? records[index],
        })),
        more: more || found.length < positions.length,
      };
    },
  };
}

/** The first entries whose records can be read with these units, at least one. */
function affordableOf<T>({ shown, keyAt }: IndexedList<T>, sortKeys: readonly string[], units: number) {
  const entries = [];
  let room = Math.max(1, Math.floor(units / RECORD_UNITS));
  for (const sortKey of sortKeys) {
    const record = shown?.(sortKey);
    const key = record === undefined ? keyAt(sortKey) : undefined;
    if (key !== undefined) room -= 1;
    if (room < 0) break;
    entries.push({ sortKey, record, key });
  }
  return entries;
}
