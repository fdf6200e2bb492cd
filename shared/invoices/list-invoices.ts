import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { refuseTooLarge } from '../platform/table/answer-size';
import { type IndexPartition, intersect } from '../platform/table/index-intersection';
import { positionAt, type Window, windowOf } from '../platform/table/numbered-pages';
import { getItems, queryIndex, queryItems } from '../platform/table/read';
import type { Invoice } from './invoice';
import type { InvoiceFilter, NumberedPage } from './invoice-query';
import {
  InvoiceRecord,
  invoiceCountKey,
  invoiceKey,
  invoicesInStatus,
  invoicesOf,
  invoicesOfClient,
} from './invoice-record';
import { wholeInvoices } from './read-invoice';

const TOO_LARGE = 'These invoices have more items and complements than one answer holds. Ask for fewer a page.';

/**
 * One page of a team's invoices, the newest first, and the exact number under the filter, which a counter tells. A page is counted off from
 * the nearer end: of the heads where nothing is filtered, of an index by status or client, of both where both are set. Everything here is eventually consistent, the counter too: a page is as old as its index, and a newer total would not
 * fit it better.
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

/** Whole invoices of a page, as long as one answer holds them. */
export async function invoicePage(context: Context, records: readonly InvoiceRecord[], total: number) {
  const invoices = await wholeInvoices(context, records);
  refuseTooLarge(invoices, 'limit', TOO_LARGE);
  return { invoices, total };
}

async function countedPage(context: Context, teamId: string, filter: InvoiceFilter, { page, limit }: NumberedPage) {
  const total = await countOf(context, teamId, filter);
  const window = windowOf(total, page, limit);
  const records = window.take === 0 ? [] : await readWindow(context, teamId, filter, window);
  return { total, records: window.ascending ? records.reverse() : records };
}

/** The number of invoices under a filter, by the counter of the client or of the team. */
async function countOf(context: Context, teamId: string, { status, clientId }: InvoiceFilter): Promise<number> {
  const [counts] = await getItems(context, [invoiceCountKey(teamId, clientId)], 'eventual');
  return v.parse(v.optional(v.number(), 0), counts?.[status ?? 'total']);
}

/** Heads of a window, in the order that they were read. One that has just changed, and left the filter by that, is left out. */
async function readWindow(context: Context, teamId: string, filter: InvoiceFilter, window: Window) {
  const [one, other] = partitionsOf(teamId, filter);
  if (one === undefined) return summariesAt(context, teamId, window);
  const ids = await (other ? idsInBoth(context, [one, other], window) : idsAt(context, one, window));
  const records = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
    'eventual',
  );
  return records.flatMap((record) => (record && matches(record, filter) ? [record] : []));
}

const partitionsOf = (teamId: string, { status, clientId }: InvoiceFilter): IndexPartition[] => [
  ...(status ? [{ index: 'gsi1' as const, partition: invoicesInStatus(teamId, status).gsi1pk }] : []),
  ...(clientId ? [{ index: 'gsi2' as const, partition: invoicesOfClient(teamId, clientId).gsi2pk }] : []),
];

export const matches = (record: InvoiceRecord, { status, clientId }: InvoiceFilter): boolean =>
  (status === undefined || record.status === status) && (clientId === undefined || record.clientId === clientId);

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
