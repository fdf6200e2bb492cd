import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { refuseTooLarge } from '../platform/table/answer-size';
import { type IndexPartition, intersect } from '../platform/table/index-intersection';
import { positionAt, type Window, windowOf } from '../platform/table/numbered-pages';
import { getItems, queryIndex, queryItems } from '../platform/table/read';
import type { Invoice, InvoiceStatus } from './invoice';
import type { InvoiceFilter, NumberedPage } from './invoice-query';
import {
  countName,
  InvoiceRecord,
  invoiceCountKey,
  invoiceKey,
  invoiceOfUuidKey,
  invoicesInStatus,
  invoicesOf,
  invoicesOfClient,
  transfersInStatus,
  transfersOf,
} from './invoice-record';
import { INVOICE_TYPES, type InvoiceType } from './invoice-type';
import { wholeInvoices } from './read-invoice';

const TOO_LARGE = 'These invoices are too large for one answer. Send a smaller limit.';

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
      const isOfTrip = filter.tripId === undefined || record?.tripId === filter.tripId;
      const found = record?.uuid === uuid && isOfTrip && matches(record, filter) ? [record] : [];
      return invoicePage(context, page === 1 ? found : [], found.length);
    },
);

/** The complete invoices of a page. Throws when they are too large for one answer. */
export async function invoicePage(context: Context, records: readonly InvoiceRecord[], total: number) {
  const invoices = await wholeInvoices(context, records);
  refuseTooLarge(invoices, 'limit', TOO_LARGE);
  return { invoices, total };
}

async function countedPage(context: Context, teamId: string, filter: InvoiceFilter, { page, limit }: NumberedPage) {
  const { total, hasTransfers } = await countsOf(context, teamId, filter);
  const window = windowOf(total, page, limit);
  const records = window.take === 0 ? [] : await readWindow(context, teamId, filter, window, hasTransfers);
  return { total, records: window.ascending ? records.reverse() : records };
}

/** The number of invoices that match, from the counter of the client or the team. */
async function countsOf(context: Context, teamId: string, { type, status, clientId }: InvoiceFilter) {
  const [counts] = await getItems(context, [invoiceCountKey(teamId, clientId)], 'eventual');
  const countOf = (of: InvoiceType, name = status ?? ('total' as const)): number =>
    v.parse(v.optional(v.number(), 0), counts?.[countName(of, name)]);
  return {
    total: typesOf(type).reduce((sum, of) => sum + countOf(of), 0),
    /** Documents of type T stand among the summaries of a team. */
    hasTransfers: clientId === undefined && countOf('T', 'total') > 0,
  };
}

const typesOf = (type: InvoiceFilter['type'] = 'I'): readonly InvoiceType[] =>
  type === 'ALL' ? INVOICE_TYPES : [type];

/**
 * The summaries of a window in the order of the read. An invoice that has just changed and no longer matches the filter
 * is left out.
 */
async function readWindow(
  context: Context,
  teamId: string,
  filter: InvoiceFilter,
  window: Window,
  hasTransfers: boolean,
) {
  const { type = 'I', status } = filter;
  const [one, other] = partitionsOf(teamId, filter);
  if (one === undefined)
    return hasTransfers && type === 'I' ? incomeAt(context, teamId, window) : summariesAt(context, teamId, window);
  const isMixed = hasTransfers && type === 'ALL' && status !== undefined;
  const ids = await (isMixed
    ? idsOfEither(
        context,
        typesOf(type).map((of) => inStatus(teamId, status, of)),
        window,
      )
    : other
      ? idsInBoth(context, [one, other], window)
      : idsAt(context, one, window));
  const records = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
    'eventual',
  );
  return records.flatMap((record) => (record && matches(record, filter) ? [record] : []));
}

const inStatus = (teamId: string, status: InvoiceStatus, type: InvoiceType): IndexPartition => ({
  index: 'gsi1',
  partition: (type === 'T' ? transfersInStatus : invoicesInStatus)(teamId, status).gsi1pk,
});

const allTransfers = (teamId: string): IndexPartition => ({ index: 'gsi2', partition: transfersOf(teamId).gsi2pk });

/** The index partitions of a filter. The documents of all types under no other filter need none. */
function partitionsOf(teamId: string, { type, status, clientId }: InvoiceFilter): IndexPartition[] {
  const isTransfer = type === 'T';
  return [
    ...(status ? [inStatus(teamId, status, isTransfer ? 'T' : 'I')] : []),
    ...(clientId ? [{ index: 'gsi2' as const, partition: invoicesOfClient(teamId, clientId).gsi2pk }] : []),
    ...(isTransfer && !status && !clientId ? [allTransfers(teamId)] : []),
  ];
}

export const matches = (record: InvoiceRecord, { type, status, clientId }: InvoiceFilter): boolean =>
  typesOf(type).includes(record.type ?? 'I') &&
  (status === undefined || record.status === status) &&
  (clientId === undefined || record.clientId === clientId);

/**
 * The summaries of type I at a window of their own, although documents of type T stand between them. Of the first `skip`
 * summaries, those of type T do not count: as many of type I are left out of what follows.
 */
async function incomeAt(context: Context, teamId: string, { skip, take, ascending }: Window): Promise<InvoiceRecord[]> {
  const { pk, prefix } = invoicesOf(teamId);
  const from = skip === 0 ? undefined : await positionAt(context, { pk, prefix }, skip, ascending);
  if (skip > 0 && from === undefined) return [];
  const passed = from === undefined ? 0 : await transfersUntil(context, teamId, from.slice(prefix.length), ascending);
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

/** The number of documents of type T up to an identifier, from the end at which the window begins. */
async function transfersUntil(context: Context, teamId: string, id: string, ascending: boolean): Promise<number> {
  const { index, partition } = allTransfers(teamId);
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

/** The identifiers at a window of several partitions together. */
async function idsOfEither(
  context: Context,
  partitions: readonly IndexPartition[],
  { skip, take, ascending }: Window,
): Promise<string[]> {
  const lists = await Promise.all(
    partitions.map(({ index, partition }) => firstIds(context, index, partition, skip + take, ascending)),
  );
  const ids = lists.flat().sort();
  return (ascending ? ids : ids.reverse()).slice(skip, skip + take);
}

async function firstIds(
  context: Context,
  index: IndexPartition['index'],
  partition: string,
  limit: number,
  ascending: boolean,
): Promise<string[]> {
  const ids: string[] = [];
  for (let more = true; more && ids.length < limit; ) {
    const page = await queryIndex(context, index, partition, {
      limit: limit - ids.length,
      ascending,
      after: ids.at(-1),
    });
    ids.push(...page.positions);
    more = page.more && page.positions.length > 0;
  }
  return ids;
}

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

const idsInBoth = async (
  context: Context,
  both: readonly [IndexPartition, IndexPartition],
  { skip, take, ascending }: Window,
) => (await intersect(context, both, skip + take, ascending)).slice(skip);

async function idsAt(context: Context, one: IndexPartition, { skip, take, ascending }: Window) {
  const after = skip === 0 ? undefined : await positionAt(context, one, skip, ascending);
  if (skip > 0 && after === undefined) return [];
  const { positions } = await queryIndex(context, one.index, one.partition, { limit: take, ascending, after });
  return positions;
}
