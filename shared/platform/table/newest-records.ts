import * as v from 'valibot';
import type { Context } from '../runtime/context';
import { isInRange, type List } from './lists';
import { type ItemRange, queryItems } from './read';
import { RECORD_UNITS, type UnitSource, unitsLeft } from './unit-pages';

/** The records of the first read under a filter, which shows what a record costs. */
const FIRST_READ = 10;
/** The same without a filter: half a page, for about three units if a record has a kilobyte. */
const FIRST_HALF = 25;

/** The newest first, read from the table. Without `keep` a page reads only what it answers, in two parts if it has more than 25 records. */
export function newestSource<S extends v.GenericSchema>(
  context: Context,
  list: Pick<List<S>, 'pk' | 'prefix' | 'schema' | 'between'>,
  identity: UnitSource<unknown>['identity'],
  keep: ((record: v.InferOutput<S>) => boolean) | undefined,
): UnitSource<v.InferOutput<S>> {
  let cost: number | undefined;
  return {
    identity,
    isPosition: (position) => isInRange(list, position),
    keep,
    least: 2 * RECORD_UNITS,
    next: async (after, units, wanted) => {
      const first = keep ? FIRST_READ : FIRST_HALF;
      const affordable = cost === undefined ? first : Math.max(1, Math.floor((units - RECORD_UNITS) / cost));
      const limit = Math.min(affordable, keep ? wanted + FIRST_READ : wanted);
      const { pk, prefix, schema, between } = list;
      const { items, more } = await itemsUpTo(context, { pk, prefix, between, limit, after });
      cost = Math.max((units - unitsLeft(context)) / limit, 0.02);
      return { entries: items.map((item) => ({ position: item.sk, record: v.parse(schema, item) })), more };
    },
  };
}

/** Reads one item more than it returns, so that `more` is true only when there are more. */
export async function itemsUpTo(context: Context, range: ItemRange): ReturnType<typeof queryItems> {
  const { items, more } = await queryItems(context, { ...range, limit: range.limit + 1 });
  return { items: items.slice(0, range.limit), more: more || items.length > range.limit };
}
