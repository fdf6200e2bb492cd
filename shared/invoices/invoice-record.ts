import * as v from 'valibot';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { Integer, Uuid } from '../platform/values/fields';
import { CartaPorte } from './carta-porte';
import { Invoice, InvoiceContent, InvoiceItem, type InvoiceStatus } from './invoice';
import { StampingState } from './stamping-state';

/**
 * The invoice as its head is kept: what lists show, and what only we know. A Carta Porte always lies beside the head, in an item of its own,
 * and so do items that would make the head long: a page of heads must cost what ten small records cost (docs/decisions/0021).
 */
export const InvoiceRecord = v.object({
  ...v.omit(Invoice, ['cartaPorte', 'pdfUrl', 'xmlUrl']).entries,
  /** Absent: they lie beside. */
  items: v.optional(v.array(InvoiceItem)),
  /** Grows with every change of content. Whoever writes on the strength of what was read names it in the condition. */
  revision: Integer(0, 1_000_000_000),
  /** The draft that was made with a trip, until a member edits it: it follows the trip's client, revenue and route. */
  isTripDraft: v.optional(v.literal(true)),
  /** Absent before the first stamp. */
  stamping: v.optional(StampingState),
});
export type InvoiceRecord = v.InferOutput<typeof InvoiceRecord>;

/** What of a head an edit writes. */
export const HeadContent = v.omit(InvoiceContent, ['items', 'cartaPorte']);

/** What lies beside a head. Read it after the head: it is then as new as the head's revision, or newer. */
export interface InvoiceDetails {
  readonly items?: readonly InvoiceItem[] | undefined;
  readonly cartaPorte?: CartaPorte | undefined;
}

/** A head keeps items whose JSON is no longer than this: one line of usual length. */
const HEAD_ITEMS_BYTES = 400;

/** Head and what lies beside it, of a whole invoice. */
export function recordOf(
  invoice: Omit<Invoice, 'pdfUrl' | 'xmlUrl'>,
  own: Pick<InvoiceRecord, 'revision' | 'isTripDraft'>,
): { record: InvoiceRecord; details: InvoiceDetails } {
  const { items, cartaPorte, ...head } = invoice;
  const isShort = Buffer.byteLength(JSON.stringify(items)) <= HEAD_ITEMS_BYTES;
  const record = v.parse(InvoiceRecord, { ...head, ...own, ...(isShort && { items }) });
  return { record, details: { items: isShort ? undefined : items, cartaPorte } };
}

/** The statuses in which there is a tax document, valid or once valid. */
const WITH_DOCUMENT: readonly Invoice['status'][] = ['VALID', 'CANCELLED', 'CANCELLED_PENDING'];
export const hasDocument = ({ status }: Pick<Invoice, 'status'>): boolean => WITH_DOCUMENT.includes(status);

/** The invoice as the interface answers it (§2.9). Its documents are read at our own addresses, once there are any. */
export function invoiceOf(record: InvoiceRecord, details: InvoiceDetails): Invoice {
  const { revision: _, isTripDraft: __, stamping: ___, items = details.items ?? [], ...head } = record;
  const address = (format: 'pdf' | 'xml') =>
    hasDocument(record) ? `/invoices/${record.id}/${format}?teamId=${record.teamId}` : null;
  return {
    ...head,
    items: [...items],
    ...(details.cartaPorte && { cartaPorte: details.cartaPorte }),
    pdfUrl: address('pdf'),
    xmlUrl: address('xml'),
  };
}

export const invoiceKey = (teamId: string, invoiceId: string) =>
  key(InvoiceRecord, ofTeam(teamId), `INVOICE#${invoiceId}`);
export const invoicesOf = (teamId: string) => part(InvoiceRecord, ofTeam(teamId), 'INVOICE#');
export const invoicesInStatus = (teamId: string, status: InvoiceStatus) => ({
  gsi1pk: `TEAM#${teamId}#INVOICES#${status}`,
});
export const invoicesOfClient = (teamId: string, clientId: string) => ({
  gsi2pk: `TEAM#${teamId}#CLIENT#${clientId}#INVOICES`,
});
export const invoiceIndexes = (invoice: Pick<InvoiceRecord, 'id' | 'teamId' | 'status' | 'clientId'>): IndexKeys => ({
  ...invoicesInStatus(invoice.teamId, invoice.status),
  gsi1sk: invoice.id,
  ...(invoice.clientId && { ...invoicesOfClient(invoice.teamId, invoice.clientId), gsi2sk: invoice.id }),
});

/** What lies beside an invoice's head: the Carta Porte, and items that would make the head long. */
export const BesideItems = v.object({ items: v.array(InvoiceItem) });
export const BesideCartaPorte = v.object({ cartaPorte: CartaPorte });
export const detailsOf = (teamId: string, invoiceId: string) => `TEAM#${teamId}#INVOICE#${invoiceId}`;
export const invoiceItemsKey = (teamId: string, invoiceId: string) =>
  key(BesideItems, detailsOf(teamId, invoiceId), 'ITEMS');
export const invoiceCartaPorteKey = (teamId: string, invoiceId: string) =>
  key(BesideCartaPorte, detailsOf(teamId, invoiceId), 'CARTA_PORTE');

/** That an invoice was made by hand for a trip; the one that was made with the trip stands in the trip's own record. */
export const InvoiceOfTrip = v.object({ invoiceId: Uuid });
export const invoicesOfTrip = (teamId: string, tripId: string) =>
  part(InvoiceOfTrip, `TEAM#${teamId}#TRIP#${tripId}`, 'INVOICE#');
export const invoiceOfTripKey = (teamId: string, tripId: string, invoiceId: string) =>
  key(InvoiceOfTrip, invoicesOfTrip(teamId, tripId).pk, `INVOICE#${invoiceId}`);

/** Numbers of invoices by status, and `total`, moved in the transaction of each change. */
export const InvoiceCount = v.record(v.string(), v.unknown());
export const invoiceCountKey = (teamId: string, clientId?: string) =>
  key(InvoiceCount, ofTeam(teamId), clientId ? `INVOICE_COUNT#CLIENT#${clientId}` : 'INVOICE_COUNT');
