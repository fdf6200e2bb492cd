import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { itemsUpTo } from '../platform/table/newest-records';
import { queryIndex } from '../platform/table/read';
import { folded } from '../platform/values/words';
import { type FolioEntry, folioEntry, foliosOf } from './by-folio';
import { typesOf } from './invoice-groups';
import type { InvoiceFilter } from './invoice-query';
import { InvoiceOfUuid, invoicesOfUuid } from './invoice-record';
import { hasAllWords, type WantedWords } from './wanted-words';

/** Entries of the index by folio: half a unit holds as many. */
const ENTRIES = 12;

/** One request's search. */
export interface Search extends WantedWords {
  readonly context: Context;
  readonly teamId: string;
  readonly filter: InvoiceFilter;
}

export interface Found<T> {
  readonly found: readonly T[];
  /** Whether further ones were not read. */
  readonly more: boolean;
}
export const NONE: Found<never> = { found: [], more: false };

/** The documents whose folio or folio fiscal begins so, of the second at most so many. */
export async function candidatesOf(search: Search, most: number): Promise<Found<Candidate>> {
  const { folio, fiscal } = search;
  const [byFolio, byUuid] = await Promise.all([
    folio === undefined ? NONE : ofFolio(search, folio),
    fiscal === undefined ? NONE : ofUuid(search, fiscal, most),
  ]);
  const known = new Set(byFolio.found.map(({ id }) => id));
  const found = [...byFolio.found, ...byUuid.found.filter(({ id }) => !known.has(id))];
  return { found, more: byFolio.more || byUuid.more };
}

/**
 * The documents whose folio begins with these digits: those of the folio itself first. Each series counts its own folios, so many documents may have the
 * same one: these are read the newest first. Beside a search by folio fiscal there is room for one read.
 */
async function ofFolio({ context, teamId, fiscal }: Search, digits: string): Promise<Found<Candidate>> {
  const { gsi2pk } = foliosOf(teamId);
  const read = async (range: Parameters<typeof queryIndex>[3]): Promise<Found<Candidate>> => {
    const { positions, more } = await queryIndex(context, 'gsi2', gsi2pk, range);
    return { found: positions.map(folioEntry), more };
  };
  const [first, afterwards, last] = [`${digits}#`, `${digits}#\uffff`, `${digits}\uffff`];
  if (fiscal !== undefined) return read({ from: first, to: last, limit: ENTRIES, ascending: true });
  const exact = await read({ from: first, to: afterwards, limit: 2 * ENTRIES, ascending: false });
  if (exact.found.length > ENTRIES) return { found: exact.found, more: true };
  const longer = await read({ from: afterwards, to: last, limit: ENTRIES, ascending: true });
  return { found: [...exact.found, ...longer.found], more: longer.more };
}

/** A folio fiscal between its hyphens. */
const FISCAL_PARTS = /^(.{8})(.{1,4})?(.{1,4})?(.{1,4})?(.{1,12})?$/;

/** The documents whose folio fiscal begins with these digits. */
async function ofUuid({ context, teamId }: Search, digits: string, limit: number): Promise<Found<Candidate>> {
  const [, ...parts] = FISCAL_PARTS.exec(digits) ?? [];
  const beginning = parts.length === 0 ? digits : parts.filter((one) => one !== undefined).join('-');
  const { pk, prefix } = invoicesOfUuid(teamId);
  const { items, more } = await itemsUpTo(context, { pk, prefix: prefix + beginning, limit });
  return { found: items.map((item) => candidateOf(v.parse(Pointer, item), item.sk.slice(prefix.length))), more };
}

/** The pointer from a folio fiscal. It has the entry by folio, unless the document has no folio or is of an older release. */
const Pointer = v.object({ ...InvoiceOfUuid.entries, gsi2sk: v.optional(v.string()) });

/** A document that a search may find. Without an entry the document must be read. */
export type Candidate = Pick<FolioEntry, 'id'> & Partial<FolioEntry>;

function candidateOf({ invoiceId, gsi2sk }: v.InferOutput<typeof Pointer>, uuid: string): Candidate {
  if (gsi2sk === undefined) return { id: invoiceId };
  const entry = folioEntry(gsi2sk);
  return { ...entry, words: [...entry.words, folded(uuid)] };
}

/** False for a candidate whose entry tells that the filters or the words leave it out. */
export const isPossible = (search: Search, { type, clientId, words, isCut }: Candidate): boolean =>
  words === undefined ||
  (type !== undefined &&
    typesOf(search.filter.type).includes(type) &&
    (search.filter.clientId ?? clientId) === clientId &&
    (isCut || hasAllWords(search, words)));

/** A series ends with up to so many digits, such as a year. */
const MOST_DIGITS_OF_SERIES = 4;

/** Eight entries with long names of clients cost half a unit. */
const ENTRIES_OF_ONE = 2;

/** At most so many documents whose folio follows the first digits of what is sent: those of a series, or zeros. Two entries are read for each. */
export async function behindSeries(search: Search, most: number): Promise<Found<Candidate>> {
  const { context, teamId, folio = '', isGlued } = search;
  const digits = isGlued ? Array.from({ length: MOST_DIGITS_OF_SERIES }, (_, index) => folio.slice(index + 1)) : [];
  const limit = most * ENTRIES_OF_ONE;
  const read = await Promise.all(
    digits
      .filter((one) => one !== '')
      .map((one) =>
        queryIndex(context, 'gsi2', foliosOf(teamId).gsi2pk, {
          ...{ from: `${one}#`, to: `${one}#\uffff`, limit, ascending: false },
        }),
      ),
  );
  const entries = read.flatMap(({ positions }) => positions.map(folioEntry));
  const found = entries.filter((one) => isPossible(search, one));
  return { found: found.slice(0, most), more: found.length > most || read.some(({ more }) => more) };
}
