import * as v from 'valibot';
import { clientKey, searchedClient } from '../clients/client';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { refuseTooLarge } from '../platform/table/answer-size';
import { readByExternalId } from '../platform/table/external-id-list';
import type { IndexPartition } from '../platform/table/index-intersection';
import { positionAt, type Window, windowOf } from '../platform/table/numbered-pages';
import { getItems, queryIndex, queryItems } from '../platform/table/read';
import { foundBy } from '../platform/table/word-keys';
import { allBegin } from '../platform/values/words';
import type { Invoice } from './invoice';
import { allOfType, countsOf, groupsOf, idsOfGroups, type OtherType, typesOf } from './invoice-groups';
import type { InvoiceFilter, NumberedPage } from './invoice-query';
import { InvoiceRecord, invoiceKey, invoiceOfUuidKey, invoicesOf } from './invoice-record';
import { wholeInvoices } from './read-invoice';
import { showsWords, wantedWords } from './wanted-words';

const TOO_LARGE = {
  en: 'These invoices are too large for one answer. Send a smaller limit.',
  es: 'Estas facturas son demasiado grandes para una sola respuesta. Envíe un limit menor.',
};

/**
 * One page of a team's invoices, the newest first, with the exact number of matching invoices from a counter. The page
 * is found by counting positions from the nearer end: of the summaries without a filter, of one index with status or
 * client, of the intersection of both indexes with both. All reads are eventually consistent: the page is as old as its
 * index, so a newer total would not fit it better.
 */
export const listInvoices = capability(
  { table: ['BatchGetItem', 'Query'], gsi1: ['Query'], gsi2: ['Query'] },
  (context) =>
    async (
      teamId: string,
      filter: InvoiceFilter,
      page: NumberedPage,
    ): Promise<{ invoices: Invoice[]; total: number }> => {
      const { records, total } = await countedPage(context, teamId, filter, page);
      return invoicePage(context, records, total);
    },
);

/** The invoice of a folio fiscal, if it matches the other filters. */
export const listInvoicesOfUuid = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (teamId: string, uuid: string, filter: InvoiceFilter, { page }: NumberedPage) => {
      const [pointer] = await getItems(context, [invoiceOfUuidKey(teamId, uuid)], 'eventual');
      const [record] = await getItems(context, [pointer && invoiceKey(teamId, pointer.invoiceId)], 'eventual');
      return pageOfOne(context, record?.uuid === uuid ? record : undefined, filter, page);
    },
);

/** The invoice with a key of another system, if it matches the other filters. */
export const listInvoicesOfExternalId = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (teamId: string, externalId: string, filter: InvoiceFilter, { page }: NumberedPage) => {
      const keyOf = ({ id }: { readonly id: string }) => invoiceKey(teamId, id);
      const found = await readByExternalId(context, { teamId, kind: 'INVOICE', externalId, keyOf });
      const isOfUuid = filter.uuid === undefined || found?.record.uuid === filter.uuid;
      return pageOfOne(context, isOfUuid ? found?.record : undefined, filter, page);
    },
);

async function pageOfOne(context: Context, record: InvoiceRecord | undefined, filter: InvoiceFilter, page: number) {
  const isOfTrip = filter.tripId === undefined || record?.tripId === filter.tripId;
  const found = record && isOfTrip ? await allMatching(context, [record], filter) : [];
  return invoicePage(context, page === 1 ? found : [], found.length);
}

/** The complete invoices of a page. Throws when they are too large for one answer. */
export async function invoicePage(context: Context, records: readonly InvoiceRecord[], total: number) {
  const invoices = await wholeInvoices(context, records);
  refuseTooLarge(invoices, 'limit', TOO_LARGE);
  return { invoices, total };
}

async function countedPage(context: Context, teamId: string, filter: InvoiceFilter, { page, limit }: NumberedPage) {
  const { total, others } = await countsOf(context, teamId, filter);
  const window = windowOf(total, page, limit);
  const records = window.take === 0 ? [] : await readWindow(context, teamId, filter, window, others);
  return { total, records: window.ascending ? records.reverse() : records };
}

/**
 * The summaries of a window in the order of the read. An invoice that has just changed and no longer matches the filter
 * is left out.
 */
async function readWindow(
  context: Context,
  teamId: string,
  filter: InvoiceFilter,
  window: Window,
  others: readonly OtherType[],
) {
  const { type = 'I', status, clientId } = filter;
  if (status === undefined && clientId === undefined && (type === 'ALL' || type === 'I'))
    return type === 'I' && others.length > 0
      ? incomeAt(context, teamId, window, others)
      : summariesAt(context, teamId, window);
  const types = typesOf(type).filter((of) => of === 'I' || type !== 'ALL' || others.includes(of));
  const ids = await idsOfGroups(
    context,
    types.flatMap((of) => groupsOf(teamId, of, filter)),
    window,
  );
  const records = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
    'eventual',
  );
  return records.flatMap((record) => (record && matches(record, filter) ? [record] : []));
}

/**
 * Those of a few documents that the filters let through and that a search finds: the document shows all words of the query, or its client has all of
 * them. A client is read only for a document that does not show them.
 */
export async function allMatching(
  context: Context,
  records: readonly InvoiceRecord[],
  filter: InvoiceFilter,
): Promise<InvoiceRecord[]> {
  const wanted = wantedWords(filter.q ?? '');
  const possible = records.filter((one) => matches(one, filter));
  const keys = possible.map(({ teamId, clientId, ...shown }) =>
    clientId && !showsWords(shown, wanted) ? clientKey(teamId, clientId) : undefined,
  );
  const clients = await getItems(context, keys, 'eventual');
  return possible.filter((record, index) => {
    const client = clients[index];
    return showsWords(record, wanted) || (client && allBegin(wanted.words, foundBy(searchedClient(client)).all));
  });
}

export const matches = (record: InvoiceRecord, { type, status, clientId }: InvoiceFilter): boolean =>
  typesOf(type).includes(record.type ?? 'I') &&
  (status === undefined || record.status === status) &&
  (clientId === undefined || record.clientId === clientId);

/**
 * The summaries of type I at a window of their own, although documents of other types stand between them. Of the first
 * `skip` summaries, those of other types do not count: as many of type I are left out of what follows.
 */
async function incomeAt(
  context: Context,
  teamId: string,
  { skip, take, ascending }: Window,
  others: readonly OtherType[],
): Promise<InvoiceRecord[]> {
  const { pk, prefix } = invoicesOf(teamId);
  const from = skip === 0 ? undefined : await positionAt(context, { pk, prefix }, skip, ascending);
  if (skip > 0 && from === undefined) return [];
  const last = from?.slice(prefix.length);
  const passed = last === undefined ? 0 : await countUntil(context, partitionsOf(teamId, others), last, ascending);
  const found: InvoiceRecord[] = [];
  let after = from;
  do {
    const limit = passed + take - found.length;
    const page = await queryItems(context, { pk, prefix, limit, ascending, after });
    const records = page.items.map((item) => v.parse(InvoiceRecord, item));
    found.push(...records.filter(({ type }) => type === undefined));
    const last = records.at(-1);
    after = page.more && last ? `${prefix}${last.id}` : undefined;
  } while (after !== undefined && found.length < passed + take);
  return found.slice(passed, passed + take);
}

const partitionsOf = (teamId: string, types: readonly OtherType[]): IndexPartition[] =>
  types.flatMap((type) => allOfType(teamId, type));

/** The number of entries of the partitions up to an identifier, from the end at which the window begins. */
async function countUntil(
  context: Context,
  partitions: readonly IndexPartition[],
  id: string,
  ascending: boolean,
): Promise<number> {
  const counts = await Promise.all(partitions.map((one) => countOfOne(context, one, id, ascending)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countOfOne(
  context: Context,
  { index, partition }: IndexPartition,
  id: string,
  ascending: boolean,
): Promise<number> {
  let count = 0;
  let after: string | undefined;
  for (let more = true; more; ) {
    const range = ascending ? { to: id } : { from: id };
    const page = await queryIndex(context, index, partition, { limit: LARGEST_READ, ascending, after, ...range });
    count += page.positions.length;
    after = page.positions.at(-1);
    more = page.more && after !== undefined;
  }
  return count;
}

const LARGEST_READ = 500;

async function summariesAt(
  context: Context,
  teamId: string,
  { skip, take, ascending }: Window,
): Promise<InvoiceRecord[]> {
  const { pk, prefix } = invoicesOf(teamId);
  const after = skip === 0 ? undefined : await positionAt(context, { pk, prefix }, skip, ascending);
  if (skip > 0 && after === undefined) return [];
  const { items } = await queryItems(context, { pk, prefix, limit: take, ascending, after });
  return items.map((item) => v.parse(InvoiceRecord, item));
}
