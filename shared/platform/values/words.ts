import * as v from 'valibot';
import { Line } from './fields';
import { said } from './text';

/** A query has at most this many words, and so many with those that join them: "Aceros del Norte SA de CV". */
const MOST_WORDS = 3;
const MOST_WITH_JOINING = 12;

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

/** A letter or digit as a plain one: full width, a ligature. An ordinal (º) stays in a query, because older releases stored it so. */
const plain = (text: string): string => text.replace(/(?![ªº])[\p{L}\p{N}]/gu, (letter) => letter.normalize('NFKC'));
const withoutOrdinals = (text: string): string => text.replace(/[ªº]/g, (letter) => letter.normalize('NFKC'));

const tokensOf = (text: string): string[] => text.split(/\s+/).filter((token) => folded(token) !== '');

/** The words of a text, in its order. "Garza-Leal" is the word "garzaleal", and its second part is a word too. */
export const wordsOf = (text: string): string[] =>
  tokensOf(text).flatMap((token) => {
    // The parts of a number or a plate are no words of their own.
    const [, ...parts] = /\p{N}/u.test(token) ? [] : token.split(/[^\p{L}\p{M}]+/u).map(folded);
    return [folded(token), ...parts.filter((part) => part !== '')];
  });

/** The pieces of a text: between signs, and letters beside digits ("Caja82"), but not a single letter, as that of "T680" or "85D". */
const piecesOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap(
      (part) => /^(?:(\p{L}[\p{L}\p{M}]+)(\p{N}+)|(\p{N}+)(\p{L}[\p{L}\p{M}]+))$/u.exec(part)?.slice(1) ?? [part],
    )
    .map((piece) => folded(piece ?? ''))
    .filter((piece) => piece !== '');

/** A part of a text with more pieces is no name that a person types. */
const MOST_PIECES = 12;

/**
 * Further words of a text, behind all others, because a deletion must also find the rows that an older release wrote: its plain letters, and what
 * begins at a piece of a part with digits. "Av.Hidalgo,45" has "hidalgo45" and "45".
 */
export const furtherWordsOf = (text: string): string[] =>
  tokensOf(text).flatMap((token) => {
    const simple = withoutOrdinals(plain(token));
    const words = folded(simple) === folded(token) ? [] : wordsOf(simple);
    const pieces = /\p{N}/u.test(simple) ? piecesOf(simple) : [];
    const begins = pieces.slice(1, MOST_PIECES).map((_, index) => index + 1);
    return [...words, ...begins.map((begin) => pieces.slice(begin, begin + LONGEST_WORD).join(''))];
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

const sentIn = (q: string): string => plain(q.replace(QUERY_PREFIX, ''));
const kept = (words: readonly string[]): string[] => words.map((word) => word.slice(0, LONGEST_WORD));

/** "y" between two words is also written as &, which is no word. */
const withoutAnd = (words: readonly string[]): string[] =>
  words.filter((word, index) => index === 0 || index === words.length - 1 || !/^[ye]$/.test(word));

/** The parts of a query between blanks. */
export const partsOfQuery = (q: string): string[] => kept(withoutAnd(tokensOf(sentIn(q)).map(folded)));

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
  return kept(isPlate ? [joined].filter(Boolean) : withoutAnd(words));
}

/** The pieces of a word of {@link wordsOfQuery}. Digits with blanks between them have pieces too. */
export function piecesOfWord(q: string, word: string): string[] {
  const sent = sentIn(q);
  return kept(piecesOf(tokensOf(sent).find((token) => folded(token) === word) ?? sent));
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

/**
 * True when each word of the query begins one of the words. Words of the query, one of them with a digit, may begin one word together: "caja 12" finds
 * "CAJA-12". A word of the query may also go on over several words: "av.hidalgo" finds "Av. Hidalgo".
 */
export const allBegin = (query: readonly string[], words: readonly string[]): boolean =>
  query.length === 0 ||
  query.some((_, index) => {
    const wanted = query.slice(0, index + 1).join('');
    const isOne = index === 0 || /\d/.test(wanted);
    return isOne && words.some((_, at) => begins(wanted, words, at)) && allBegin(query.slice(index + 1), words);
  });

/** Whether a text begins a word, or is whole words from that one on and the beginning of the next. */
function begins(wanted: string, words: readonly string[], at: number): boolean {
  const word = words[at];
  if (!word) return false;
  return word.startsWith(wanted) || (wanted.startsWith(word) && begins(wanted.slice(word.length), words, at + 1));
}

const hasFewWords = (words: readonly string[]): boolean =>
  words.filter((word) => !JOINING.has(word)).length <= MOST_WORDS && words.length <= MOST_WITH_JOINING;

/** The query `q` of a list. An empty one searches nothing. */
export const SearchText = v.pipe(
  Line(200),
  v.check(
    (q) => q.trim() === '' || wordsOfQuery(q).length > 0,
    said({ en: 'Send a letter or a digit.', es: 'Envíe una letra o un dígito.' }),
  ),
  v.check(
    (q) => hasFewWords(wordsOfQuery(q)),
    said({ en: `Send at most ${MOST_WORDS} words.`, es: `Envíe como máximo ${MOST_WORDS} palabras.` }),
  ),
  v.description(
    'The beginnings of up to three words; de, la, y and SA de CV do not count. All must match; case and accents are ignored.',
  ),
);
