import type * as v from 'valibot';
import { validationError } from '../errors';
import type { Context } from '../runtime/context';
import type { Page } from '../values/pages';
import { allBegin, wordToLookUp } from '../values/words';
import { type ExternalSchema, listByExternalId } from './external-id-list';
import type { ItemKey } from './keys';
import type { Chunk, List, Listed } from './lists';
import { newestSource } from './newest-records';
import { getItems } from './read';
import type { ListQuery } from './search-query';
import { MOST_UNITS, RECORD_UNITS, readUnits, type UnitSource, unitsLeft } from './unit-pages';
import {
  type Entries,
  type Entry,
  type FirstEntries,
  firstEntries,
  isEntryOf,
  LAST,
  mergedOf,
  namesOf,
  placesOf,
} from './word-entries';
import { foundBy, isFirstPlace, isWhole, type Searched, type SearchedKind } from './word-keys';
import { writtenWords } from './written-words';

interface SearchedList<S extends v.GenericSchema> extends Pick<List<S>, 'pk' | 'prefix' | 'schema'> {
  readonly teamId: string;
  readonly kind: SearchedKind;
  /** The filters of the request, to which a cursor is bound. */
  readonly filters: readonly (string | boolean | undefined)[];
  readonly keep: (record: v.InferOutput<S>) => boolean;
  readonly searched: (record: v.InferOutput<S>) => Searched;
}

/**
 * One page of a list that can be searched. Without `q` and `sort` it is newest first. By name it is in the order of the folded names. With
 * `q` it is in the order of the words that the query's longest word begins.
 */
export async function listSearched<S extends ExternalSchema>(
  context: Context,
  list: SearchedList<S>,
  { q = '', sort, externalId }: ListQuery,
  page: Page,
): Promise<Listed<v.InferOutput<S>>> {
  const { teamId, kind } = list;
  const first = firstEntries(context, teamId);
  const query = await writtenWords(context, { teamId, kind, first }, q);
  if (query.length > 0 && sort !== undefined)
    throw validationError('sort', {
      en: 'Leave it out: a search answers in the order of the words that it finds.',
      es: 'Omítalo: una búsqueda responde en el orden de las palabras que encuentra.',
    });
  const isNewest = sort === undefined || sort === 'createdAt';
  const isFiltered = list.filters.some((filter) => filter !== undefined);
  const common = { list, keep: isFiltered ? list.keep : undefined };
  if (externalId !== undefined) {
    const { pk, prefix, schema } = list;
    const keyOf = ({ id }: { readonly id: string }) => ({ pk, sk: `${prefix}${id}`, schema });
    const keep = (record: v.InferOutput<S>) =>
      (common.keep?.(record) ?? true) && allBegin(query, foundBy(list.searched(record)).all);
    return listByExternalId(context, { teamId, kind, externalId, keyOf }, keep, page);
  }
  if (query.length > 0) return readUnits(context, wordSource(context, common, query, first), page);
  return readUnits(
    context,
    isNewest ? newestSource(context, list, identityOf(common), common.keep) : nameSource(context, common),
    page,
  );
}

interface Common<S extends v.GenericSchema> {
  readonly list: SearchedList<S>;
  readonly keep: ((record: v.InferOutput<S>) => boolean) | undefined;
}

const identityOf = <S extends v.GenericSchema>({ list }: Common<S>, ...more: readonly string[]) => [
  list.pk,
  list.prefix,
  ...list.filters,
  ...more,
];

/** The records of entries. A record that the index does not show any more is left out. */
async function recordsOf<S extends v.GenericSchema>(
  context: Context,
  { pk, prefix, schema }: SearchedList<S>,
  entries: readonly Entry[],
): Promise<(v.InferOutput<S> | undefined)[]> {
  const keys = entries.map(({ id }): ItemKey<S> => ({ pk, sk: `${prefix}${id}`, schema }));
  return getItems(context, keys, 'eventual');
}

/** The entries whose records may still be read. */
function affordable(context: Context, { entries, more }: Entries, wanted: number): Entries {
  const room = Math.max(1, Math.min(Math.floor(unitsLeft(context) / RECORD_UNITS), wanted));
  return { entries: entries.slice(0, room), more: more || entries.length > room };
}

/** By name. Each record is read on its own, so a page has at most about a dozen. */
function nameSource<S extends v.GenericSchema>(context: Context, common: Common<S>): UnitSource<v.InferOutput<S>> {
  const { list, keep } = common;
  const read = namesOf(context, list);
  return {
    identity: identityOf(common, 'name'),
    isPosition: (position) => isEntryOf(list.kind, position),
    keep,
    least: 2 * RECORD_UNITS,
    next: async (after, units, wanted) => {
      const from = after === undefined ? `${list.kind}#` : `${after}#${LAST}`;
      const named = await read(from, `${list.kind}#${LAST}`, units > MOST_UNITS / 2 ? 2 : 1);
      const { entries, more } = affordable(context, named, wanted);
      const records = await recordsOf(context, list, entries);
      return { entries: entries.map(({ position }, index) => ({ position, record: records[index] })), more };
    },
  };
}

/**
 * By words. The longest word of the query is looked up in the three places of a word, which are merged. The other words are compared with
 * the text in the key, so that only records with all words are read.
 */
function wordSource<S extends v.GenericSchema>(
  context: Context,
  common: Common<S>,
  query: readonly string[],
  first: FirstEntries,
): UnitSource<v.InferOutput<S>> {
  const { list, keep } = common;
  const longest = wordToLookUp(query);
  const prefix = `${list.kind}#${longest}`;
  const places = placesOf(context, list);
  const finds = (record: v.InferOutput<S>, position: string): boolean => {
    const found = foundBy(list.searched(record));
    return allBegin(query, found.all) && isFirstPlace(position, list.kind, found, longest);
  };
  let isFirst = true;
  return {
    identity: identityOf(common, ...query),
    isPosition: (position) => isEntryOf(list.kind, position) && position.startsWith(prefix),
    keep,
    least: (places.length + 1) * RECORD_UNITS,
    next: async (after, units, wanted) => {
      // What the first entries cost is little. When their records do not match, all that is left goes to entries.
      const blocks = isFirst ? 1 : Math.max(1, Math.floor((units / RECORD_UNITS - 1) / places.length));
      isFirst = false;
      const { entries, more } =
        after === undefined
          ? await first(list.kind, longest)
          : mergedOf(await Promise.all(places.map((read) => read(`${after}#${LAST}`, `${prefix}${LAST}`, blocks))));
      const candidates = entries.filter(({ text }) => !isWhole(text) || allBegin(query, text.split(' ')));
      const read = affordable(context, { entries: candidates, more: false }, wanted);
      const records = await recordsOf(context, list, read.entries);
      const found: Chunk<v.InferOutput<S>>['entries'] = read.entries.map(({ position }, index) => {
        const record = records[index];
        return { position, record: record !== undefined && finds(record, position) ? record : undefined };
      });
      if (read.more) return { entries: found, more: true };
      const last = entries.at(-1);
      return { entries: last ? [...found, { position: last.position, record: undefined }] : found, more };
    },
  };
}
