import * as v from 'valibot';
import { validationError } from '../errors';
import type { Context } from '../runtime/context';
import { isUuid } from '../values/fields';
import type { Page } from '../values/pages';
import { allBeginOrOne, partsOfQuery, wordsOfQuery, wordToLookUp } from '../values/words';
import { type ExternalSchema, listByExternalId } from './external-id-list';
import type { ItemKey } from './keys';
import type { Chunk, List, Listed } from './lists';
import { itemsUpTo, newestSource } from './newest-records';
import { getItems, queryIndex } from './read';
import type { ListQuery } from './search-query';
import { MOST_UNITS, RECORD_UNITS, readUnits, type UnitSource, unitsLeft } from './unit-pages';
import {
  foundBy,
  isFirstPlace,
  isWhole,
  nameIndexes,
  type Searched,
  type SearchedKind,
  WordRow,
  wordIndexes,
  wordKey,
} from './word-keys';

export interface SearchedList<S extends v.GenericSchema> extends Pick<List<S>, 'pk' | 'prefix' | 'schema'> {
  readonly teamId: string;
  readonly kind: SearchedKind;
  /** The filters of the request, to which a cursor is bound. */
  readonly filters: readonly (string | boolean | undefined)[];
  readonly keep: (record: v.InferOutput<S>) => boolean;
  readonly searched: (record: v.InferOutput<S>) => Searched;
}

/** The records that are found by a plate or a number that is painted on them. */
type Plated = Extract<SearchedKind, 'VEHICLE' | 'BOX' | 'TRIP'>;
const isPlated = (kind: SearchedKind): kind is 'VEHICLE' | 'BOX' => kind === 'VEHICLE' || kind === 'BOX';

/**
 * The words of a query where records have plates or numbers. Its blanks may be those of a plate ("61 AF 4K", "RA 12345") or stand between words ("M2 106",
 * "40 HC"): it is one word where a plate begins so, and, if all its parts are short, where another word of the list does. Trips have the plates of vehicles.
 */
export async function plateOrWords(
  context: Context,
  list: { readonly teamId: string; readonly kind: Plated },
  q: string,
): Promise<string[]> {
  const parts = partsOfQuery(q);
  // Reservations are also found by the telephone of the client, which is one number.
  const words = list.kind === 'BOX' ? wordsOfQuery(q, false) : parts;
  const plate = parts.join('');
  if (parts.length < 2 || !/\d/.test(plate)) return words;
  const isOne =
    (list.kind !== 'BOX' && (await isPlate(context, list.teamId, plate))) ||
    (wordsOfQuery(q).length === 1 && (await entriesOfWord(context, list, plate, undefined)).entries.length > 0);
  return isOne ? [plate] : words;
}

/** Whether a plate begins so. It is the first word of its vehicle, which stands in one place alone. */
async function isPlate(context: Context, teamId: string, plate: string): Promise<boolean> {
  const prefix = `VEHICLE#${plate}`;
  const { entries } = await namesOf(context, { teamId, kind: 'VEHICLE' })(prefix, `${prefix}${LAST}`, 1);
  return entries.length > 0;
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
  const query = isPlated(list.kind)
    ? await plateOrWords(context, { teamId: list.teamId, kind: list.kind }, q)
    : wordsOfQuery(q, false);
  if (query.length > 0 && sort !== undefined)
    throw validationError('sort', {
      en: 'Leave it out: a search answers in the order of the words that it finds.',
      es: 'Omítalo: una búsqueda responde en el orden de las palabras que encuentra.',
    });
  const isNewest = sort === undefined || sort === 'createdAt';
  const isFiltered = list.filters.some((filter) => filter !== undefined);
  const common = { list, keep: isFiltered ? list.keep : undefined };
  if (externalId !== undefined) {
    const { teamId, kind, pk, prefix, schema } = list;
    const keyOf = ({ id }: { readonly id: string }) => ({ pk, sk: `${prefix}${id}`, schema });
    const keep = (record: v.InferOutput<S>) =>
      (common.keep?.(record) ?? true) && allBeginOrOne(query, foundBy(list.searched(record)).all);
    return listByExternalId(context, { teamId, kind, externalId, keyOf }, keep, page);
  }
  if (query.length > 0) return readUnits(context, wordSource(context, common, query), page);
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

/** Sorts after every text of a key. */
export const LAST = '\uffff';

/** An entry of a word or name: its position, which a cursor holds, and the words of its record. */
export interface Entry {
  readonly position: string;
  readonly id: string;
  readonly text: string;
}
const entryAt = (kind: string, word: string, id: string, text: string): Entry => ({
  position: `${kind}#${word}#${id}`,
  id,
  text,
});

function entryOf(sortKey: string): Entry {
  const [kind = '', word = '', id = '', text = ''] = sortKey.split('#');
  return entryAt(kind, word, id, text);
}

export const isEntryOf = (kind: SearchedKind, position: string): boolean => {
  const [at, , id = '', ...rest] = position.split('#');
  return at === kind && rest.length === 0 && isUuid(id);
};

export interface Entries {
  readonly entries: readonly Entry[];
  readonly more: boolean;
}

/** Reads entries of a range of positions, in their order: as many as this number of 4 kB usually holds. */
type Read = (from: string, to: string, blocks: number) => Promise<Entries>;
/** The entries of an index, and the rows of words, in 4 kB. */
const ENTRIES = 12;
const ROWS = 8;

const indexEntries =
  (context: Context, index: 'gsi1' | 'gsi2', partition: string | undefined): Read =>
  async (from, to, blocks) => {
    const range = { from, to, limit: ENTRIES * blocks, ascending: true };
    const { positions, more } = await queryIndex(context, index, partition ?? '', range);
    return { entries: positions.map(entryOf), more };
  };

const namesOf = (context: Context, { teamId, kind }: Pick<Searched, 'teamId' | 'kind'>): Read =>
  indexEntries(context, 'gsi1', nameIndexes(teamId, kind, '', '', '').gsi1pk);

/** The three places of a word: the name of a record, and the two words of a row. */
function placesOf(context: Context, list: Pick<Searched, 'teamId' | 'kind'>): Read[] {
  const { teamId, kind } = list;
  const { pk } = wordKey(teamId, kind, '', '');
  return [
    namesOf(context, list),
    indexEntries(context, 'gsi2', wordIndexes(teamId, kind, '', '', '').gsi2pk),
    async (from, to, blocks) => {
      const range = { pk, prefix: '', between: { from, to }, limit: ROWS * blocks, ascending: true };
      const { items, more } = await itemsUpTo(context, range);
      const entries = items.map((item) => ({ ...entryOf(item.sk), text: v.parse(WordRow, item).text }));
      return { entries, more };
    },
  ];
}

/**
 * Reads the entries of words that begin with a word, in their order, for one request: what was read and not gone through is not read again. An
 * empty `after` is the beginning.
 */
export function entriesAhead(
  context: Context,
  teamId: string,
  word: string,
): (kind: Searched['kind'], after: string) => Promise<Entries> {
  const ahead = new Map<Searched['kind'], Entries>();
  return async (kind, after) => {
    const known = ahead.get(kind);
    const found =
      known !== undefined && known.entries.length > 0
        ? known
        : await entriesOfWord(context, { teamId, kind }, word, after === '' ? undefined : after);
    const left = { ...found, entries: found.entries.filter(({ position }) => position > after) };
    ahead.set(kind, left);
    return left;
  };
}

/** The entries of words that begin with a word, after a position, in their order. */
async function entriesOfWord(
  context: Context,
  list: Pick<Searched, 'teamId' | 'kind'>,
  word: string,
  after: string | undefined,
): Promise<Entries> {
  const prefix = `${list.kind}#${word}`;
  const from = after === undefined ? prefix : `${after}#${LAST}`;
  // A trip has no place in a list by name.
  const places = placesOf(context, list).slice(list.kind === 'TRIP' ? 1 : 0);
  return mergedOf(await Promise.all(places.map((read) => read(from, `${prefix}${LAST}`, 1))));
}

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
): UnitSource<v.InferOutput<S>> {
  const { list, keep } = common;
  const longest = wordToLookUp(query);
  const prefix = `${list.kind}#${longest}`;
  const places = placesOf(context, list);
  const finds = (record: v.InferOutput<S>, position: string): boolean => {
    const found = foundBy(list.searched(record));
    return allBeginOrOne(query, found.all) && isFirstPlace(position, list.kind, found, longest);
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
      const from = after === undefined ? prefix : `${after}#${LAST}`;
      const { entries, more } = mergedOf(
        await Promise.all(places.map((read) => read(from, `${prefix}${LAST}`, blocks))),
      );
      const candidates = entries.filter(({ text }) => !isWhole(text) || allBeginOrOne(query, text.split(' ')));
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

/** Merges sorted places up to the first end of a read that has more. */
function mergedOf(pages: readonly Entries[]): Entries {
  const ends = pages.flatMap(({ entries, more }) => (more ? [entries.at(-1)?.position ?? ''] : []));
  const end = ends.sort()[0];
  const all = pages.flatMap(({ entries }) => entries).filter(({ position }) => end === undefined || position <= end);
  return { entries: all.sort((one, other) => (one.position < other.position ? -1 : 1)), more: end !== undefined };
}
