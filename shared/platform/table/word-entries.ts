import * as v from 'valibot';
import type { Context } from '../runtime/context';
import { isUuid } from '../values/fields';
import { itemsUpTo } from './newest-records';
import { queryIndex } from './read';
import { nameIndexes, type Searched, type SearchedKind, WordRow, wordIndexes, wordKey } from './word-keys';

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

export const namesOf = (context: Context, { teamId, kind }: Pick<Searched, 'teamId' | 'kind'>): Read =>
  indexEntries(context, 'gsi1', nameIndexes(teamId, kind, '', '', '').gsi1pk);

/** The three places of a word: the name of a record, and the two words of a row. */
export function placesOf(context: Context, list: Pick<Searched, 'teamId' | 'kind'>): Read[] {
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

/** The first entries of words that begin with a word. */
export type FirstEntries = (kind: SearchedKind, word: string) => Promise<Entries>;

/** Reads the first entries of words, each word of a kind once in a request: a form of the query that is looked up is then searched. */
export function firstEntries(context: Context, teamId: string): FirstEntries {
  const known = new Map<string, Promise<Entries>>();
  return (kind, word) => {
    const name = `${kind}#${word}`;
    const found = known.get(name) ?? entriesOfWord(context, { teamId, kind }, word, undefined);
    known.set(name, found);
    return found;
  };
}

/**
 * Reads the entries of words that begin with a word, in their order, for one request: what was read and not gone through is not read again. An
 * empty `after` is the beginning.
 */
export function entriesAhead(
  context: Context,
  teamId: string,
  word: string,
  first: FirstEntries,
): (kind: Searched['kind'], after: string) => Promise<Entries> {
  const ahead = new Map<Searched['kind'], Entries>();
  return async (kind, after) => {
    const known = ahead.get(kind);
    const found =
      known !== undefined && known.entries.length > 0
        ? known
        : await (after === '' ? first(kind, word) : entriesOfWord(context, { teamId, kind }, word, after));
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

/** Merges sorted places up to the first end of a read that has more. */
export function mergedOf(pages: readonly Entries[]): Entries {
  const ends = pages.flatMap(({ entries, more }) => (more ? [entries.at(-1)?.position ?? ''] : []));
  const end = ends.sort()[0];
  const all = pages.flatMap(({ entries }) => entries).filter(({ position }) => end === undefined || position <= end);
  return { entries: all.sort((one, other) => (one.position < other.position ? -1 : 1)), more: end !== undefined };
}
