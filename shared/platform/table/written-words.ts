import type { Context } from '../runtime/context';
import { isFinding, partsOfQuery, piecesOfWord, wordsOfQuery, wordToLookUp } from '../values/words';
import { type FirstEntries, LAST, namesOf } from './word-entries';
import type { SearchedKind } from './word-keys';

/** The records that are found by a plate or a number that is painted on them. */
type Plated = Extract<SearchedKind, 'VEHICLE' | 'BOX' | 'TRIP'>;
const PLATED: Readonly<Record<Plated, true>> = { VEHICLE: true, BOX: true, TRIP: true };
const isPlated = (kind: SearchedKind): kind is Plated => Object.hasOwn(PLATED, kind);

/** What a query is looked up in: the words of a kind in a team, and the first entries that the request has read. */
interface Place {
  readonly teamId: string;
  readonly kind: SearchedKind;
  readonly first: FirstEntries;
}

/**
 * The words of a query where records have plates or numbers. Its blanks may be those of a plate ("61 AF 4K", "RA 12345") or stand between words ("M2 106",
 * "40 HC"): it is one word where a plate begins so, and, if all its parts are short, where another word of the list does. Trips have the plates of vehicles.
 */
async function plateOrWords(context: Context, list: Place & { readonly kind: Plated }, q: string): Promise<string[]> {
  const parts = partsOfQuery(q);
  // Reservations are also found by the telephone of the client, which is one number.
  const words = list.kind === 'BOX' ? wordsOfQuery(q, false) : parts;
  const plate = parts.join('');
  if (parts.length < 2 || !/\d/.test(plate)) return words;
  const isOne =
    (list.kind !== 'BOX' && (await isPlate(context, list.teamId, plate))) ||
    (wordsOfQuery(q).length === 1 && (await hasEntries(list, [plate])));
  return isOne ? [plate] : words;
}

/**
 * Returns the forms of a query. A list searches them in this order: the query as the caller sent it, the query with the pieces of its longest word
 * ("7-Eleven" for "7 Eleven"), and all words as one ("XIA 190128 J61"). Trips show no such code. A query without a word has one form, which is empty.
 */
export async function formsOfQuery(
  context: Context,
  list: Place,
  q: string,
): Promise<readonly [readonly string[], ...(readonly string[])[]]> {
  const { kind } = list;
  const sent = isPlated(kind) ? await plateOrWords(context, { ...list, kind }, q) : wordsOfQuery(q, false);
  // A plate or number with blanks was found.
  if (isPlated(kind) && sent.length < partsOfQuery(q).length) return [sent];
  const longest = wordToLookUp(sent);
  const pieces = piecesOfWord(q, longest);
  const hasPieces = pieces.length > 1 && pieces.some(isFinding);
  return [
    sent,
    ...(hasPieces ? [sent.flatMap((word) => (word === longest ? pieces : [word]))] : []),
    ...(kind !== 'TRIP' && sent.length > 1 && /\d/.test(longest) ? [[sent.join('')]] : []),
  ];
}

/** Returns the first form of a query that begins a word of the list. Each form but the last costs a look-up. */
export async function writtenWords(context: Context, list: Place, q: string): Promise<readonly string[]> {
  const forms = await formsOfQuery(context, list, q);
  for (const form of forms.slice(0, -1)) if (await hasEntries(list, form)) return form;
  return forms.at(-1) ?? [];
}

const hasEntries = async ({ kind, first }: Place, query: readonly string[]): Promise<boolean> =>
  (await first(kind, wordToLookUp(query))).entries.length > 0;

/** Whether a plate begins so. It is the first word of its vehicle, which stands in one place alone. */
async function isPlate(context: Context, teamId: string, plate: string): Promise<boolean> {
  const prefix = `VEHICLE#${plate}`;
  const { entries } = await namesOf(context, { teamId, kind: 'VEHICLE' })(prefix, `${prefix}${LAST}`, 1);
  return entries.length > 0;
}
