import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItems } from '../platform/table/read';
import type { Invoice } from './invoice';
import {
  type InvoiceDetails,
  type InvoiceRecord,
  invoiceCartaPorteKey,
  invoiceItemsKey,
  invoiceOf,
} from './invoice-record';

/** The keys of what lies beside a head: both undefined for an ordinary invoice. */
export const detailKeys = ({ teamId, id, items, hasCartaPorte }: InvoiceRecord) =>
  [
    items === undefined ? invoiceItemsKey(teamId, id) : undefined,
    hasCartaPorte ? invoiceCartaPorteKey(teamId, id) : undefined,
  ] as const;

/** What lies beside a head that was read before it. */
export async function readBeside(context: Context, record: InvoiceRecord): Promise<InvoiceDetails> {
  const [items, cartaPorte] = await getItems(context, detailKeys(record));
  return { ...items, ...cartaPorte };
}

/** Whole invoices of some heads, for a list: read in one call where any of them has something beside it; at most 50. */
export async function wholeInvoices(context: Context, records: readonly InvoiceRecord[]): Promise<Invoice[]> {
  const found = await getItems(
    context,
    records.flatMap((record) => detailKeys(record)),
    'eventual',
  );
  return records.map((record, index) => invoiceOf(record, { ...found[2 * index], ...found[2 * index + 1] }));
}

/** The whole invoice of a head. */
export const readInvoice = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (record: InvoiceRecord): Promise<Invoice> =>
      invoiceOf(record, await readBeside(context, record)),
);
