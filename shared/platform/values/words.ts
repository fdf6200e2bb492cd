import * as v from 'valibot';
import { Line } from './fields';
import { said } from './text';

/** A query has at most this many words. */
const MOST_WORDS = 3;

/** Words that join others, and the forms of Mexican companies. They are compared beside other words and find nothing alone. */
const JOINING = new Set('a al cv de del e el la las los o rl s sa sapi sc srl y'.split(' '));

/**
 * The part of a text without blanks in the form of a comparison: no accents, lower case, letters and digits alone. "O’Brien" becomes "obrien" and
 * "12-AB-3C" becomes "12ab3c". Letters outside the basic plane are left out: their order differs between engines.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|[\u{10000}-\u{10ffff}]/gu, '');

const tokensOf = (text: string): string[] => text.split(/\s+/).filter((token) => folded(token) !== '');

/** The words of a text, in its order. "Garza-Leal" is the word "garzaleal", and its second part is a word too. */
export const wordsOf = (text: string): string[] =>
  tokensOf(text).flatMap((token) => {
    // The parts of a number or a plate are no words of their own.
    const [, ...parts] = /\p{N}/u.test(token) ? [] : token.split(/[^\p{L}\p{M}]+/u).map(folded);
    return [folded(token), ...parts.filter((part) => part !== '')];
  });

/** The text in the order of a list by name. */
export const nameInOrder = (text: string): string => tokensOf(text).map(folded).join(' ');

/** A word that alone finds its record. */
export const isFinding = (word: string): boolean => (word.length > 1 || /\p{N}/u.test(word)) && !JOINING.has(word);

/** A telephone number without the prefix of Mexico. */
const NATIONAL = /^\s*\+\s*52/;

/** A code (a plate, RFC, telephone or e-mail address) as one word. */
export const wordOfCode = (code: string): string => folded(code.replace(NATIONAL, ''));

/** The ten digits of a Mexican telephone number whose word has more: "(+52) 81 …", "52 81 …", and "+52 1 81 …", the form of mobile telephones until 2019. */
const LONG_NUMBER = /^(?:52)?1?(\d{10})$/;
/** The same with the prefixes of calls: 00 52 from abroad, and 01, 044 and 045 within Mexico until 2019. */
const CALLED_NUMBER = /^(?:(?:00)?521?|01|04[45])?(\d{10})$/;

/** A telephone number stands alone in a text: "Tel. 81 …", "81 … / 81 …". */
const numbersIn = (code: string): string[] =>
  code.split(/[^\d\s()+.-]+/).flatMap((part) => CALLED_NUMBER.exec(part.replace(/\D/g, ''))?.[1] ?? []);

/**
 * The ten digits of each telephone number in the codes. They are words besides those of the codes and behind all others, in the order of the releases
 * that added them, because a deletion must also find the rows that an older release wrote.
 */
export const tenDigitsOf = (codes: readonly string[]): string[] => [
  ...codes.flatMap((code) => LONG_NUMBER.exec(wordOfCode(code))?.[1] ?? []),
  ...codes.flatMap(numbersIn),
];

/** The same prefix in a query. "+52" alone is the beginning of a number. */
const QUERY_PREFIX = /^\s*(?:\(\s*)?\+\s*52\)?(?:[\s).-]*1)?(?=\D*\d)/;

/** A word is kept, and compared, by so many of its letters: a key has no room for a longer one. */
export const LONGEST_WORD = 60;

/** The longest part of a plate or number that is written with blanks. */
const LONGEST_PART = 3;

const sentIn = (q: string): string => q.replace(QUERY_PREFIX, '');
const kept = (words: readonly string[]): string[] => words.map((word) => word.slice(0, LONGEST_WORD));

/** The parts of a query between blanks. */
export const partsOfQuery = (q: string): string[] => kept(tokensOf(sentIn(q)).map(folded));

/**
 * The words of a query. Digits with blanks between them are one number, and short parts such as "12 AB 3C" are one plate. Where no record has a
 * plate, they are words of their own: "km 14" of an address.
 */
export function wordsOfQuery(q: string, hasPlates = true): string[] {
  const sent = sentIn(q);
  const words = tokensOf(sent).map(folded);
  const isNumber = /^[\d\s()+.-]+$/.test(sent);
  const isPlate = hasPlates && /\d/.test(sent) && words.every((word) => word.length <= LONGEST_PART);
  const joined = words.join('');
  if (isNumber) return kept([CALLED_NUMBER.exec(joined)?.[1] ?? joined].filter(Boolean));
  return kept(isPlate ? [joined].filter(Boolean) : words);
}

/**
 * The word of a query that is looked up: the longest. A joining word has no row, so it is looked up only without another one: "del" of "del sol"
 * is as long as "sol". Alone it finds the names that begin with it: "de la" finds De la Torre.
 */
export function wordToLookUp(query: readonly string[]): string {
  const others = query.filter((word) => !JOINING.has(word));
  const eligible = others.length > 0 ? others : query;
  return eligible.toSorted((one, other) => other.length - one.length)[0] ?? '';
}

/** True when each word of the query begins one of the words. */
export const allBegin = (query: readonly string[], words: readonly string[]): boolean =>
  query.every((wanted) => words.some((word) => word.startsWith(wanted)));

/** The same where a blank of the query may stand in a number: "caja 12" finds "CAJA-12", if its first word is looked up. */
export function allBeginOrOne(query: readonly string[], words: readonly string[]): boolean {
  const whole = query.join('');
  return allBegin(query, words) || (/\d/.test(whole) && words.some((word) => word.startsWith(whole)));
}

/** The query `q` of a list. An empty one searches nothing. */
export const SearchText = v.pipe(
  Line(200),
  v.check(
    (q) => q.trim() === '' || wordsOfQuery(q).length > 0,
    said({ en: 'Send a letter or a digit.', es: 'Envíe una letra o un dígito.' }),
  ),
  v.check(
    (q) => wordsOfQuery(q).length <= MOST_WORDS,
    said({ en: `Send at most ${MOST_WORDS} words.`, es: `Envíe como máximo ${MOST_WORDS} palabras.` }),
  ),
  v.description('The beginnings of up to three words. All must match; case and accents are ignored.'),
);
