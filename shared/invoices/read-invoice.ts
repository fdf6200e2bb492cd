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
  receiptPaymentsKey,
} from './invoice-record';

/** The keys of the details: items, Carta Porte, and payments of a receipt. All are undefined for an ordinary invoice. */
export const detailKeys = ({ teamId, id, type, items, hasCartaPorte }: InvoiceRecord) =>
  [
    items === undefined ? invoiceItemsKey(teamId, id) : undefined,
    hasCartaPorte ? invoiceCartaPorteKey(teamId, id) : undefined,
    type === 'P' ? receiptPaymentsKey(teamId, id) : undefined,
  ] as const;

/** Reads the details of a summary that was read before. */
export async function readDetails(context: Context, record: InvoiceRecord): Promise<InvoiceDetails> {
  const [items, cartaPorte, payments] = await getItems(context, detailKeys(record));
  return { ...items, ...cartaPorte, ...payments };
}

/** The complete invoices of at most 50 summaries, for a list. One call reads the details of all. */
export async function wholeInvoices(context: Context, records: readonly InvoiceRecord[]): Promise<Invoice[]> {
  const found = await getItems(
    context,
    records.flatMap((record) => detailKeys(record)),
    'eventual',
  );
  return records.map((record, index) =>
    invoiceOf(record, { ...found[3 * index], ...found[3 * index + 1], ...found[3 * index + 2] }),
  );
}

/** The complete invoice of a summary. */
export const readInvoice = capability(
  { table: ['BatchGetItem'] },
  (context) =>
    async (record: InvoiceRecord): Promise<Invoice> =>
      invoiceOf(record, await readDetails(context, record)),
);
