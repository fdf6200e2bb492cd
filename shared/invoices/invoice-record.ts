import * as v from 'valibot';
import { Integer } from '../platform/values/fields';
import type { CartaPorte } from './carta-porte';
import { Invoice, InvoiceContent, InvoiceItem } from './invoice';
import { StampingState } from './stamping-state';

/**
 * The invoice as its head is kept: what lists show, and what only we know. A Carta Porte always lies beside the head, in an item of its own,
 * and so do items that would make the head long: a page of heads must cost what ten small records cost (docs/decisions/0051).
 */
export const InvoiceRecord = v.object({
  ...v.omit(Invoice, ['cartaPorte', 'pdfUrl', 'xmlUrl']).entries,
  /** Absent: they lie beside. */
  items: v.optional(v.array(InvoiceItem)),
  /** Grows with every change of content. Whoever writes on the strength of what was read names it in the condition. */
  revision: Integer(0, 1_000_000_000),
  /** The draft that was made with a trip, until a member edits it: it follows the trip's client, revenue and route. */
  followsTrip: v.optional(v.literal(true)),
  /** Absent before the first stamp. */
  stamping: v.optional(StampingState),
});
export type InvoiceRecord = v.InferOutput<typeof InvoiceRecord>;

/** What of a head an edit writes. */
export const HeadContent = v.omit(InvoiceContent, ['items', 'cartaPorte']);

/** What lies beside a head. Read it after the head: it is then as new as the head's revision, or newer. */
export interface InvoiceBeside {
  readonly items?: readonly InvoiceItem[] | undefined;
  readonly cartaPorte?: CartaPorte | undefined;
}

/** A head keeps items whose JSON is no longer than this: one line of usual length. */
const HEAD_ITEMS_BYTES = 400;

/** Head and what lies beside it, of a whole invoice. */
export function recordOf(
  invoice: Omit<Invoice, 'pdfUrl' | 'xmlUrl'>,
  own: Pick<InvoiceRecord, 'revision' | 'followsTrip'>,
): { record: InvoiceRecord; beside: InvoiceBeside } {
  const { items, cartaPorte, ...head } = invoice;
  const isShort = Buffer.byteLength(JSON.stringify(items)) <= HEAD_ITEMS_BYTES;
  const record = v.parse(InvoiceRecord, { ...head, ...own, ...(isShort && { items }) });
  return { record, beside: { items: isShort ? undefined : items, cartaPorte } };
}

/** The statuses in which there is a tax document, valid or once valid. */
const WITH_DOCUMENT: readonly Invoice['status'][] = ['VALID', 'CANCELLED', 'CANCELLED_PENDING'];
export const hasDocument = ({ status }: Pick<Invoice, 'status'>): boolean => WITH_DOCUMENT.includes(status);

/** The invoice as the interface answers it (§2.9). Its documents are read at our own addresses, once there are any. */
export function invoiceOf(record: InvoiceRecord, beside: InvoiceBeside): Invoice {
  const { revision: _, followsTrip: __, stamping: ___, items = beside.items ?? [], ...head } = record;
  const address = (format: 'pdf' | 'xml') =>
    hasDocument(record) ? `/invoices/${record.id}/${format}?teamId=${record.teamId}` : null;
  return {
    ...head,
    items: [...items],
    ...(beside.cartaPorte && { cartaPorte: beside.cartaPorte }),
    pdfUrl: address('pdf'),
    xmlUrl: address('xml'),
  };
}
