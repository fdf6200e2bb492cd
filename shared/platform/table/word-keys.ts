import * as v from 'valibot';
import {
  furtherWordsOf,
  isFinding,
  LONGEST_WORD,
  nameInOrder,
  tenDigitsOf,
  wordOfCode,
  wordsOf,
} from '../values/words';
import { type IndexKeys, key } from './keys';

/** The kinds of records that have a list by name and a search by words. */
export type SearchedKind = 'CLIENT' | 'DRIVER' | 'VEHICLE' | 'BOX' | 'ROUTE' | 'ROUTE_POINT' | 'TRIP';

/** What a search finds of a record. */
export interface Searched {
  readonly kind: SearchedKind;
  readonly teamId: string;
  readonly id: string;
  /** The list is sorted by it. */
  readonly name: string;
  /** The name is a plate: its pieces are no words. */
  readonly isPlate?: boolean;
  /** Further texts of several words. */
  readonly texts?: readonly (string | null | undefined)[];
  /** Plates, RFCs, telephones and e-mail addresses: each is one word. */
  readonly codes?: readonly (string | null | undefined)[];
  /** At most so many words find the record. The others are compared beside them. */
  readonly mostWords?: number;
}

/** A sort key has at most 1,024 bytes. A letter has at most three. */
const LONGEST_NAME = 100;
const LONGEST_TEXT = 200;
/** Longer names are found by their first words. */
const MOST_WORDS = 12;
/** Of {@link furtherWordsOf} two find the record, so that they cost a creation at most three units. */
const MOST_FURTHER = 2;

/** The keys under which a record is found. */
export interface Found {
  /** The name in the order of the list, with a blank at its end. It also finds the first word. */
  readonly head: string;
  /** The other words that find the record. */
  readonly words: readonly string[];
  /** All words, with which a search compares the other words of its query. */
  readonly all: readonly string[];
}

export function foundBy({ name, isPlate, texts = [], codes = [], mostWords }: Searched): Found {
  const own = wordsOf(name);
  const others = texts.flatMap((text) => wordsOf(text ?? ''));
  const whole = codes.map((code) => wordOfCode(code ?? '')).filter((word) => word !== '');
  // The # that ends a name in a key sorts after a blank. With a blank of its own, "cemex" stands before "cemex monterrey".
  const head = `${nameInOrder(name).slice(0, LONGEST_NAME)} `;
  const [first] = own;
  const known = distinct([...own, ...whole, ...others, ...tenDigitsOf(codes.map((code) => code ?? ''))]);
  const further = [isPlate ? '' : name, ...texts].flatMap((text) => furtherWordsOf(text ?? ''));
  const all = distinct([...known, ...further]);
  const finds = (word: string): boolean => isFinding(word) && word !== first;
  const words = [
    ...known.filter(finds).slice(0, mostWords ?? MOST_WORDS),
    ...all.slice(known.length).filter(finds).slice(0, MOST_FURTHER),
  ];
  return { head, words: words.slice(0, mostWords), all };
}

const distinct = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.slice(0, LONGEST_WORD)))];

/** All words in one text that a key can hold. A text that has this length may be cut. */
export const textOf = ({ all }: Found): string => all.join(' ').slice(0, LONGEST_TEXT);
export const isWhole = (text: string): boolean => text.length < LONGEST_TEXT;

/** A row of one or two words of a record. `text` has all its words. */
export const WordRow = v.object({ text: v.string() });
export const wordKey = (teamId: string, kind: SearchedKind, word: string, id: string) =>
  key(WordRow, `TEAM#${teamId}#WORDS`, `${kind}#${word}#${id}`);
/** The second word of a row. */
export const wordIndexes = (teamId: string, kind: SearchedKind, word: string, id: string, text: string): IndexKeys => ({
  gsi2pk: `TEAM#${teamId}#WORDS`,
  gsi2sk: `${kind}#${word}#${id}#${text}`,
});
/** The place of the record itself in the list by name. */
export const nameIndexes = (teamId: string, kind: SearchedKind, name: string, id: string, text: string): IndexKeys => ({
  gsi1pk: `TEAM#${teamId}#NAMES`,
  gsi1sk: `${kind}#${name}#${id}#${text}`,
});

/** The words under which a search by a word finds a record, in the order in which it does. */
export const wordsFrom = ({ head, words }: Pick<Found, 'head' | 'words'>, word: string): string[] =>
  [head, ...words].filter((one) => one.startsWith(word)).sort();

/**
 * Whether a position is the first one at which a search by a word finds a record: a record that is found at several words is answered there alone.
 * A name of an older release has no blank at its end.
 */
export function isFirstPlace(position: string, kind: SearchedKind, found: Found, word: string): boolean {
  const [first] = wordsFrom(found, word);
  return first !== undefined && [first, first.trimEnd()].some((one) => position.startsWith(`${kind}#${one}#`));
}

/** The index keys that a record itself has in the list by name. */
export function inListByName(searched: Searched): IndexKeys {
  const found = foundBy(searched);
  return nameIndexes(searched.teamId, searched.kind, found.head, searched.id, textOf(found));
}
