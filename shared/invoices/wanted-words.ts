import { allBegin, folded, furtherWordsOf, wordsOfQuery } from '../platform/values/words';
import { type Shown, wordsOfInvoice } from './by-folio';

/** What a query of the list of invoices wants. */
export interface WantedWords {
  /** The query without what is no word of it. */
  readonly text: string;
  readonly words: readonly string[];
  /** The beginning of a folio. */
  readonly folio: string | undefined;
  /** Whether its first digits, or its first zeros, may be no part of the folio: "F20262" of the series F2026, "000123". */
  readonly isGlued: boolean;
  /** The beginning of a folio fiscal. */
  readonly fiscal: string | undefined;
}

/** The words of a query, and the folio among them, which may have zeros before it. */
export type WantedFolio = Pick<WantedWords, 'words' | 'folio'>;

/** A folio alone, behind a text without digits, or after a sign: the series itself may have digits ("F2-34"). */
const NUMBERED = /^(?:\P{N}*|.*[^\p{L}\p{N}])(\d+)$/u;
const GLUED = /^\p{L}*(\d+)$/u;
/** The beginning of a folio fiscal, with its first hyphens where they belong. A shorter one begins too many. */
const FOLIO_FISCAL = /^(?:[\da-f]{4,32}|[\da-f]{8}-[\da-f-]{1,27})$/i;

/** Ends the name of a document's file, which the SAT calls by the folio fiscal. */
const FILE_ENDING = /(?<=[\p{L}\p{N}])\.(?:xml|pdf)(?=\s|$)/giu;
const SIGNS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** As spreadsheets write a folio of more than three digits. */
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** The parts of a query between blanks, without what comes with a text that was copied: quotation marks, invisible letters, other hyphens. */
const partsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .split(/\s+/)
    .map((part) => part.replace(SIGNS_AROUND, '').replace(THOUSANDS, ''))
    .filter((part) => part !== '');

/** The words of a query, and what of them may begin a folio or a folio fiscal. */
export function wantedWords(q: string): WantedWords {
  const text = q.replace(FILE_ENDING, '');
  const words = wordsOfQuery(text, false);
  const sent = partsOf(text);
  // Digits with blanks between them are one number.
  const parts = words.length === 1 && sent.length > 1 ? words : sent;
  // A number that stands alone is the folio: the series and the name of a client may have digits too ("F2026 2", "Bodega 2000 15").
  const number = parts.findLast((part) => /^\d+$/.test(part));
  const possible = parts.filter((part) => FOLIO_FISCAL.test(part) && (number ?? part) === part);
  const fiscal = longestOf(possible.filter((part) => /\d/.test(part))) ?? possible[0];
  const folio = number ?? longestOf(parts.flatMap((part) => NUMBERED.exec(part)?.[1] ?? []));
  const isGlued = folio?.startsWith('0') || parts.some((part) => GLUED.exec(part)?.[1] === folio);
  return { text, words, folio, isGlued: folio !== undefined && isGlued, fiscal: fiscal && folded(fiscal) };
}

const longestOf = (texts: readonly string[]): string | undefined =>
  texts.toSorted((one, other) => other.length - one.length)[0];

/** These only say what the number beside them is: "factura A-123", "serie A folio 123". */
const LABELS = new Set('factura fiscal folio invoice no nº num numero serie series uuid'.split(' '));
const ZEROS = /^0+(?=\d)/;

/**
 * True when a document that shows these words has all those of a query. The entry of a document has no pieces of its words ("eleven" of 7-Eleven), so they
 * are made here. Other systems write zeros before a folio ("A-000123"). Those of a series ("A01") or a name are its own.
 */
export function hasAllWords({ words, folio = '' }: WantedFolio, shown: readonly string[]): boolean {
  const others = words.filter((word) => !LABELS.has(word));
  const wanted = others.length > 0 ? others : words;
  const all = [...shown, ...furtherWordsOf(shown.join(' '))];
  if (allBegin(wanted, all)) return true;
  const number = folio.replace(ZEROS, '');
  // Digits behind the zeros may end a series: "A01123" is not folio 123 of the series A1.
  if (number === folio || !shown.some((word) => word.startsWith(number))) return false;
  const plain = wanted.map((word) => (word.endsWith(folio) ? word.slice(0, -folio.length) + number : word));
  return allBegin(plain, all);
}

/** True when the invoice shows all these words of a query. */
export const showsWords = (invoice: Shown, wanted: WantedFolio): boolean =>
  hasAllWords(wanted, wordsOfInvoice(invoice));
