import { clientKey, searchedClient } from '../clients/client';
import { capability } from '../platform/runtime/capability';
import { windowOf } from '../platform/table/numbered-pages';
import { getItems } from '../platform/table/read';
import { type FirstEntries, firstEntries } from '../platform/table/word-entries';
import { foundBy, isWhole } from '../platform/table/word-keys';
import { formsOfQuery } from '../platform/table/written-words';
import { allBegin, wordToLookUp } from '../platform/values/words';
import type { Invoice } from './invoice';
import { countsOf, groupsOf, idsInWindow, idsOfGroups, typesOf } from './invoice-groups';
import type { InvoiceFilter, NumberedPage } from './invoice-query';
import { type InvoiceRecord, invoiceKey } from './invoice-record';
import { invoicePage, matches } from './list-invoices';
import { behindSeries, type Candidate, candidatesOf, type Found, isPossible, NONE, type Search } from './search-folios';
import { showsWords, wantedWords } from './wanted-words';

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
/** Documents that are read before it is known whether they match, and those that are found behind the digits of a series. */
const MOST_READ = 4;
const MOST_READ_LATER = 2;

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
      const [clients, candidates] = await Promise.all([
        clientsOf(search, search.words, first),
        candidatesOf(search, MOST_DOCUMENTS),
      ]);
      const isOther = ({ clientId = '' }: Candidate): boolean => !clients.found.includes(clientId);
      const documents = await matching(search, candidates.found.filter(isOther));
      const sent = { clients, documents: { ...documents, more: documents.more || candidates.more } };
      const found: FoundOfBoth = isEmpty(sent) ? await foundLater(search, sent, later[0], first) : sent;
      const isPartial = found.clients.more || found.documents.more;
      const others = found.documents.found.filter(isOther);
      const answer = await pageOfBoth(search, found.clients.found, others, page, found.most ?? MOST_ON_A_PAGE);
      return { ...answer, ...(isPartial && { isPartial }) };
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
  if (clients.found.length > 0 || clients.more) {
    const isOfAll = search.filter.type === 'ALL';
    return { ...sent, clients: isOfAll ? firstOf(clients) : clients, most: MOST_ON_A_LATER_PAGE };
  }
  const candidates = await behindSeries(search, form === undefined ? MOST_READ : MOST_READ_LATER);
  const documents = await matching(search, candidates.found);
  return { clients, documents: { ...documents, more: documents.more || candidates.more } };
}

/** In the second form, the lists of all types leave no room for a second client. */
const firstOf = ({ found, more }: Found<string>): Found<string> => ({
  found: found.slice(0, MOST_CLIENTS_BESIDE),
  more: more || found.length > MOST_CLIENTS_BESIDE,
});

/** The clients that have all words, among them those of the RFC, telephone and e-mail address. */
async function clientsOf(
  { context, teamId, folio, fiscal, filter }: Search,
  words: readonly string[],
  first: FirstEntries,
): Promise<Found<string>> {
  const { entries, more } = await first('CLIENT', wordToLookUp(words));
  const possible = entries.filter(({ id }) => (filter.clientId ?? id) === id);
  // A text that is cut shows its first words.
  const certain = new Set(possible.filter(({ text }) => allBegin(words, text.split(' '))).map(({ id }) => id));
  const cut = new Set(possible.filter(({ id, text }) => !certain.has(id) && !isWhole(text)).map(({ id }) => id));
  const records = await getItems(
    context,
    [...cut].slice(0, MOST_CLIENTS).map((id) => clientKey(teamId, id)),
    'eventual',
  );
  const long = records.flatMap((one) => (one && allBegin(words, foundBy(searchedClient(one)).all) ? [one.id] : []));
  const ids = [...certain, ...long];
  const isAlone = folio === undefined && fiscal === undefined && filter.status === undefined;
  const most = isAlone ? MOST_CLIENTS : MOST_CLIENTS_BESIDE;
  return { found: ids.slice(0, most), more: more || ids.length > most || cut.size > MOST_CLIENTS };
}

interface Matching extends Found<Document> {
  /** Whether records were read to know whether they match. */
  readonly isRead: boolean;
}

/** The candidates that the filters let through and that show all words. Only what their entry does not tell is read. */
async function matching(search: Search, candidates: readonly Candidate[]): Promise<Matching> {
  const { context, teamId, filter } = search;
  const isCertain = ({ isCut = true }: Candidate): boolean => filter.status === undefined && !isCut;
  const all = candidates.filter((one) => isPossible(search, one));
  const possible = all.slice(0, MOST_DOCUMENTS);
  const unread = possible.filter((one) => !isCertain(one));
  const read = unread.slice(0, MOST_READ);
  const keys = read.map(({ id }) => invoiceKey(teamId, id));
  const records = (await getItems(context, keys, 'eventual')).filter((one) => one !== undefined);
  return {
    found: [
      ...possible.filter(isCertain),
      ...records.filter((one) => matches(one, filter) && showsWords(one, search)).map(documentOf),
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

/**
 * A page of the documents of some clients and of further documents, with the number of all of them. The documents of a client stand in a list of each
 * type. A list costs half a unit, so each one beyond the first of a client leaves room for one document less.
 */
async function pageOfBoth(
  { context, teamId, filter }: Search,
  clientIds: readonly string[],
  others: readonly Document[],
  asked: NumberedPage,
  most: number,
) {
  const countOf = async (clientId: string) => ({
    clientId,
    counts: await countsOf(context, teamId, { ...filter, clientId }),
  });
  const counted = await Promise.all(clientIds.map(countOf));
  const total = counted.reduce((sum, { counts }) => sum + counts.total, others.length);
  const groups = counted.flatMap(({ clientId, counts }) =>
    typesOf(filter.type)
      .filter((of) => of === 'I' || filter.type !== 'ALL' || counts.others.includes(of))
      .flatMap((of) => groupsOf(teamId, of, { ...filter, clientId })),
  );
  const limit = Math.min(asked.limit, most - Math.max(0, groups.length - clientIds.length));
  const window = windowOf(total, asked.page, limit);
  if (window.take === 0) return { ...(await invoicePage(context, [], total)), limit };
  const { skip, take, ascending } = window;
  const isMixed = others.length > 0;
  const ofClients = await idsOfGroups(context, groups, isMixed ? { skip: 0, take: skip + take, ascending } : window);
  const ids = isMixed ? idsInWindow([...ofClients, ...others.map(({ id }) => id)], window) : ofClients;
  const known = new Map(others.flatMap(({ id, record }) => (record ? [[id, record] as const] : [])));
  const keys = ids.map((id) => (known.has(id) ? undefined : invoiceKey(teamId, id)));
  const read = await getItems(context, keys, 'eventual');
  const records = ids.map((id, index) => known.get(id) ?? read[index]);
  const shown = records.filter((one) => one !== undefined).filter((one) => matches(one, filter));
  return { ...(await invoicePage(context, ascending ? shown.reverse() : shown, total)), limit };
}
