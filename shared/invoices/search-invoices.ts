import * as v from 'valibot';
import { clientKey, searchedClient } from '../clients/client';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { itemsUpTo } from '../platform/table/newest-records';
import { windowOf } from '../platform/table/numbered-pages';
import { getItems, queryIndex } from '../platform/table/read';
import { type FirstEntries, firstEntries } from '../platform/table/word-entries';
import { foundBy, isWhole } from '../platform/table/word-keys';
import { formsOfQuery } from '../platform/table/written-words';
import { allBegin, folded, wordToLookUp } from '../platform/values/words';
import { type FolioEntry, folioEntry, foliosOf } from './by-folio';
import type { Invoice } from './invoice';
import { countsOf, groupsOf, idsInWindow, idsOfGroups, typesOf } from './invoice-groups';
import type { InvoiceFilter, NumberedPage } from './invoice-query';
import { InvoiceOfUuid, type InvoiceRecord, invoiceKey, invoicesOfUuid } from './invoice-record';
import { invoicePage, matches } from './list-invoices';
import { hasAllWords, showsWords, type WantedWords, wantedWords } from './wanted-words';

/** What one search answers and reads at most, so that it costs at most eight units (docs/decisions/0096). */
const MOST_ON_A_PAGE = 7;
/** The limit of a page whose clients were looked up twice: by the first and by the second form of the query. */
const MOST_ON_A_LATER_PAGE = 4;
/** A client costs one unit. */
const MOST_CLIENTS = 2;
/** Each of these costs half a unit or more, so it leaves room for one client: a search by folio, one by folio fiscal, a filter by status. */
const MOST_CLIENTS_BESIDE = 1;
/** Documents by folio and by folio fiscal. They are on the first page, among them that of the folio itself. */
const MOST_DOCUMENTS = MOST_ON_A_PAGE;
/** Entries of the index by folio: half a unit holds as many. */
const ENTRIES = 12;
/** Documents that are read before it is known whether they match, and those that are found behind the digits of a series. */
const MOST_READ = 4;
const MOST_READ_LATER = 2;

/** One request's search. */
interface Search extends WantedWords {
  readonly context: Context;
  readonly teamId: string;
  readonly filter: InvoiceFilter;
}

interface Found<T> {
  readonly found: readonly T[];
  /** Whether further ones were not read. */
  readonly more: boolean;
}
const NONE: Found<never> = { found: [], more: false };

/** A document that the search finds, with its record where the search had to read it. */
interface Document {
  readonly id: string;
  readonly clientId?: string | undefined;
  readonly record?: InvoiceRecord;
}

export interface SearchedPage {
  readonly invoices: Invoice[];
  readonly total: number;
  /** The size of the page, where it is not what the caller asked for. */
  readonly limit?: number;
  readonly isPartial?: true;
}

/**
 * One page of the invoices that have all words of a query, the newest first. All words may be those of a client, whose documents then match. Or the
 * longest word with a digit begins a folio, series with folio, or folio fiscal, and the document shows the other words too.
 */
export const searchInvoices = capability(
  { table: ['BatchGetItem', 'Query'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    async (teamId: string, { q = '', ...filter }: InvoiceFilter, page: NumberedPage): Promise<SearchedPage> => {
      const search = { context, teamId, filter, ...wantedWords(q) };
      const first = firstEntries(context, teamId);
      const [, ...later] = await formsOfQuery(context, { teamId, kind: 'CLIENT', first }, search.text);
      const [clients, candidates] = await Promise.all([clientsOf(search, search.words, first), candidatesOf(search)]);
      const isOther = ({ clientId = '' }: Candidate): boolean => !clients.found.includes(clientId);
      const documents = await matching(search, candidates.found.filter(isOther));
      const sent = { clients, documents: { ...documents, more: documents.more || candidates.more } };
      const found: FoundOfBoth = isEmpty(sent) ? await foundLater(search, sent, later[0], first) : sent;
      const isPartial = found.clients.more || found.documents.more;
      const limit = Math.min(page.limit, found.most ?? MOST_ON_A_PAGE);
      const window = { page: page.page, limit };
      const others = found.documents.found.filter(isOther);
      const { invoices, total } = await pageOfBoth(search, found.clients.found, others, window);
      return { invoices, total, limit, ...(isPartial && { isPartial }) };
    },
);

/** What a search finds: the documents of some clients, and further documents. */
interface FoundOfBoth {
  readonly clients: Found<string>;
  readonly documents: Found<Document>;
  /** Documents on a page, if the search has read more than usual. */
  readonly most?: number;
}

const isEmpty = ({ clients, documents }: FoundOfBoth): boolean =>
  [clients, documents].every(({ found, more }) => found.length === 0 && !more);

/**
 * Runs when the first form of a query finds nothing. Finds the clients of the second form, else the documents whose series has the first digits of
 * the folio. When the search has read documents that do not match, it has no units left for that.
 */
async function foundLater(
  search: Search,
  sent: FoundOfBoth & { readonly documents: Matching },
  form: readonly string[] | undefined,
  first: FirstEntries,
): Promise<FoundOfBoth> {
  const isSpent = search.filter.status === undefined && sent.documents.isRead;
  if (isSpent) return { ...sent, clients: { found: [], more: form !== undefined || search.isGlued } };
  const clients = form === undefined ? NONE : await clientsOf(search, form, first);
  if (clients.found.length > 0 || clients.more) return { ...sent, clients, most: MOST_ON_A_LATER_PAGE };
  const candidates = await behindSeries(search, form === undefined ? MOST_READ : MOST_READ_LATER);
  const documents = await matching(search, candidates.found);
  return { clients, documents: { ...documents, more: documents.more || candidates.more } };
}

/** A series ends with up to so many digits, such as a year. */
const MOST_DIGITS_OF_SERIES = 4;

async function behindSeries(
  { context, teamId, words, folio = '', isGlued }: Search,
  most: number,
): Promise<Found<Candidate>> {
  const digits = isGlued ? Array.from({ length: MOST_DIGITS_OF_SERIES }, (_, index) => folio.slice(index + 1)) : [];
  const read = await Promise.all(
    digits
      .filter((one) => one !== '')
      .map((one) =>
        queryIndex(context, 'gsi2', foliosOf(teamId).gsi2pk, {
          ...{ from: `${one}#`, to: `${one}#\uffff`, limit: 2 * ENTRIES, ascending: false },
        }),
      ),
  );
  const entries = read.flatMap(({ positions }) => positions.map(folioEntry));
  const found = entries.filter((one) => one.isCut || hasAllWords(words, one.words));
  return { found: found.slice(0, most), more: found.length > most };
}

/** The clients that have all words, among them those of the RFC, telephone and e-mail address. */
async function clientsOf(
  { context, teamId, folio, fiscal, filter }: Search,
  words: readonly string[],
  first: FirstEntries,
): Promise<Found<string>> {
  const { entries, more } = await first('CLIENT', wordToLookUp(words));
  const certain = entries.filter(({ text }) => isWhole(text) && allBegin(words, text.split(' '))).map(({ id }) => id);
  const cut = entries.filter(({ text }) => !isWhole(text)).map(({ id }) => id);
  const records = await getItems(
    context,
    [...new Set(cut)].slice(0, MOST_CLIENTS).map((id) => clientKey(teamId, id)),
    'eventual',
  );
  const long = records.flatMap((one) => (one && allBegin(words, foundBy(searchedClient(one)).all) ? [one.id] : []));
  const ids = [...new Set([...certain, ...long])].filter((id) => (filter.clientId ?? id) === id);
  const isAlone = folio === undefined && fiscal === undefined && filter.status === undefined;
  const most = isAlone ? MOST_CLIENTS : MOST_CLIENTS_BESIDE;
  return { found: ids.slice(0, most), more: more || ids.length > most };
}

/** The documents whose folio or folio fiscal begins so. */
async function candidatesOf(search: Search): Promise<Found<Candidate>> {
  const { folio, fiscal } = search;
  const [byFolio, byUuid] = await Promise.all([
    folio === undefined ? NONE : ofFolio(search, folio),
    fiscal === undefined ? NONE : ofUuid(search, fiscal),
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
async function ofUuid({ context, teamId }: Search, digits: string): Promise<Found<Candidate>> {
  const [, ...parts] = FISCAL_PARTS.exec(digits) ?? [];
  const beginning = parts.length === 0 ? digits : parts.filter((one) => one !== undefined).join('-');
  const { pk, prefix } = invoicesOfUuid(teamId);
  const { items, more } = await itemsUpTo(context, { pk, prefix: prefix + beginning, limit: MOST_DOCUMENTS });
  return { found: items.map((item) => candidateOf(v.parse(Pointer, item), item.sk.slice(prefix.length))), more };
}

/** The pointer from a folio fiscal. It has the entry by folio, unless the document has no folio or is of an older release. */
const Pointer = v.object({ ...InvoiceOfUuid.entries, gsi2sk: v.optional(v.string()) });

/** A document that a search may find. Without an entry the document must be read. */
type Candidate = Pick<FolioEntry, 'id'> & Partial<FolioEntry>;

function candidateOf({ invoiceId, gsi2sk }: v.InferOutput<typeof Pointer>, uuid: string): Candidate {
  if (gsi2sk === undefined) return { id: invoiceId };
  const entry = folioEntry(gsi2sk);
  return { ...entry, words: [...entry.words, folded(uuid)] };
}

interface Matching extends Found<Document> {
  /** Whether records were read to know whether they match. */
  readonly isRead: boolean;
}

/** The candidates that the filters let through and that show all words. Only what their entry does not tell is read. */
async function matching(
  { context, teamId, words, filter }: Search,
  candidates: readonly Candidate[],
): Promise<Matching> {
  const types = typesOf(filter.type);
  const isPossible = ({ type, clientId, words: shown, isCut }: Candidate): boolean =>
    shown === undefined ||
    (type !== undefined &&
      types.includes(type) &&
      (filter.clientId === undefined || clientId === filter.clientId) &&
      (isCut || hasAllWords(words, shown)));
  const isCertain = ({ isCut = true }: Candidate): boolean => filter.status === undefined && !isCut;
  const all = candidates.filter(isPossible);
  const possible = all.slice(0, MOST_DOCUMENTS);
  const unread = possible.filter((one) => !isCertain(one));
  const read = unread.slice(0, MOST_READ);
  const keys = read.map(({ id }) => invoiceKey(teamId, id));
  const records = (await getItems(context, keys, 'eventual')).filter((one) => one !== undefined);
  return {
    found: [
      ...possible.filter(isCertain),
      ...records.filter((one) => matches(one, filter) && showsWords(one, words)).map(documentOf),
    ],
    more: unread.length > read.length || all.length > possible.length,
    isRead: read.length > 0,
  };
}

const documentOf = (record: InvoiceRecord): Document => ({
  id: record.id,
  clientId: record.clientId ?? undefined,
  record,
});

/** A page of the documents of some clients and of further documents, with the number of all of them. */
async function pageOfBoth(
  { context, teamId, filter }: Search,
  clientIds: readonly string[],
  others: readonly Document[],
  { page, limit }: NumberedPage,
) {
  const countOf = async (clientId: string) => ({
    clientId,
    counts: await countsOf(context, teamId, { ...filter, clientId }),
  });
  const counted = await Promise.all(clientIds.map(countOf));
  const total = counted.reduce((sum, { counts }) => sum + counts.total, others.length);
  const window = windowOf(total, page, limit);
  if (window.take === 0) return invoicePage(context, [], total);
  const { skip, take, ascending } = window;
  const groups = counted.flatMap(({ clientId, counts }) =>
    typesOf(filter.type)
      .filter((of) => of === 'I' || filter.type !== 'ALL' || counts.others.includes(of))
      .flatMap((of) => groupsOf(teamId, of, { ...filter, clientId })),
  );
  const isMixed = others.length > 0;
  const ofClients = await idsOfGroups(context, groups, isMixed ? { skip: 0, take: skip + take, ascending } : window);
  const ids = isMixed ? idsInWindow([...ofClients, ...others.map(({ id }) => id)], window) : ofClients;
  const known = new Map(others.flatMap(({ id, record }) => (record ? [[id, record] as const] : [])));
  const keys = ids.map((id) => (known.has(id) ? undefined : invoiceKey(teamId, id)));
  const read = await getItems(context, keys, 'eventual');
  const records = ids.map((id, index) => known.get(id) ?? read[index]);
  const shown = records.filter((one) => one !== undefined).filter((one) => matches(one, filter));
  return invoicePage(context, ascending ? shown.reverse() : shown, total);
}
