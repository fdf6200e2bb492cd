import * as v from 'valibot';
import { instantOfUuid } from '../platform/runtime/uuid';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { Instant, Integer, Uuid, Whole } from '../platform/values/fields';
import { amountsOf } from './amounts';
import { type ByFolio, folioIndexes } from './by-folio';
import { CartaPorte } from './carta-porte';
import { Invoice, InvoiceContent, type InvoiceStatus } from './invoice';
import type { InvoiceType } from './invoice-type';
import { InvoiceItem } from './item';
import { LedgerFields, withoutLedger } from './ledger';
import { StoredPayment, shownPayments } from './receipt';
import { StampingState } from './stamping-state';
import { TripAlerts, withoutTripAlerts } from './trip-alerts';

/**
 * The summary item of an invoice: the fields that lists show, and internal fields. A Carta Porte always has a separate
 * details item, and so do long items: reading a page of summaries must cost no more than ten small records
 * (docs/decisions/0021).
 */
export const InvoiceRecord = v.object({
  ...v.omit(Invoice, ['cartaPorte', 'payments', 'pdfUrl', 'xmlUrl', 'uuid', 'verificationUrl', 'cartaPorteUrl'])
    .entries,
  /** Absent before the stamp: a draft must stay below the kilobyte of a write unit. */
  uuid: v.optional(Uuid),
  verificationUrl: v.optional(v.string()),
  cartaPorteUrl: v.optional(v.string()),
  /** Absent for type I: it would make the summary of ordinary freight larger than a write unit. */
  type: v.optional(v.picklist(['E', 'T', 'P'])),
  /** Type P: the documents that it pays. Its lines are in their details item. */
  documentIds: v.optional(v.array(Uuid)),
  /** Absent when the items are in their details item. */
  items: v.optional(v.array(InvoiceItem)),
  /**
   * Incremented with each change of content. A write that depends on the content that was read requires it in its
   * condition.
   */
  revision: Integer(0, 1_000_000_000),
  /**
   * The draft that was created with a trip and not edited by a member since. It follows the trip's client, revenue and
   * route.
   */
  isTripDraft: v.optional(v.literal(true)),
  /** The rental that the invoice was drafted for. Absent in drafts of an older release. */
  reservationId: v.optional(Uuid),
  /** The document's own total, which `total` shows from VALID on. Absent until an answer of the provider was read. */
  documentTotal: v.optional(Whole),
  ...LedgerFields,
  /** When the cancellation was recorded. Absent for one of an older release. */
  cancelledAt: v.optional(Instant),
  /** Absent before the first stamp. */
  stamping: v.optional(StampingState),
  ...TripAlerts.entries,
});
export type InvoiceRecord = v.InferOutput<typeof InvoiceRecord>;

/** The fields of the summary that an edit writes. */
export const HeadContent = v.omit(InvoiceContent, ['items', 'cartaPorte']);

/** The details of an invoice. Read them after the summary: they then have the summary's revision or a newer one. */
export interface InvoiceDetails {
  readonly items?: readonly InvoiceItem[] | undefined;
  readonly cartaPorte?: CartaPorte | undefined;
  readonly payments?: readonly StoredPayment[] | undefined;
}

/** The summary holds items up to this size of JSON: one line of usual length. */
const HEAD_ITEMS_BYTES = 400;

/** The fields that only a stamped document has. */
type Addresses = Partial<Record<'uuid' | 'verificationUrl' | 'cartaPorteUrl', string | null | undefined>>;

/** Splits an invoice into its summary and its details. */
export function recordOf(
  invoice: Omit<Invoice, 'pdfUrl' | 'xmlUrl' | 'type' | 'payments' | keyof Addresses> &
    Addresses & { readonly type?: Invoice['type'] | undefined },
  own: Pick<InvoiceRecord, 'revision' | 'isTripDraft' | 'reservationId' | 'documentIds'>,
): { record: InvoiceRecord; details: InvoiceDetails } {
  const { items, cartaPorte, type, uuid, verificationUrl, cartaPorteUrl, ...head } = invoice;
  const stamped = {
    ...(uuid && { uuid }),
    ...(verificationUrl && { verificationUrl }),
    ...(cartaPorteUrl && { cartaPorteUrl }),
  };
  const isShort = Buffer.byteLength(JSON.stringify(items)) <= HEAD_ITEMS_BYTES;
  const record = v.parse(InvoiceRecord, {
    ...head,
    ...stamped,
    ...own,
    ...(type !== 'I' && { type }),
    ...(isShort && { items }),
  });
  return { record, details: { items: isShort ? undefined : items, cartaPorte } };
}

/** The statuses with a tax document. A cancelled document counts too. */
const WITH_DOCUMENT: readonly Invoice['status'][] = ['VALID', 'CANCELLED', 'CANCELLED_PENDING'];
export const hasDocument = ({ status }: Pick<Invoice, 'status'>): boolean => WITH_DOCUMENT.includes(status);

/** Statuses in which the amounts follow from the items. From the lock on, they are those that are sent. */
const NOT_SENT: readonly Invoice['status'][] = ['DRAFT', 'ERROR'];

/**
 * The invoice in the interface's answers. With a tax document, `pdfUrl` and `xmlUrl` hold addresses of our API. The
 * amounts of a draft are computed again, because an older release rounded them otherwise.
 */
export function invoiceOf(record: InvoiceRecord, details: InvoiceDetails): Invoice {
  const own = withoutTripAlerts(withoutLedger(record));
  const { revision: _, isTripDraft: __, stamping: ___, documentTotal: ____, documentIds: _____, ...rest } = own;
  const { cancelledAt: ______, ...shown } = rest;
  const { items = details.items, ...head } = shown;
  const address = (format: 'pdf' | 'xml') =>
    hasDocument(record) ? `/invoices/${record.id}/${format}?teamId=${record.teamId}` : null;
  return {
    ...head,
    uuid: head.uuid ?? null,
    verificationUrl: head.verificationUrl ?? null,
    cartaPorteUrl: head.cartaPorteUrl ?? null,
    type: record.type ?? 'I',
    ...(items && NOT_SENT.includes(record.status) && amountsOf(items)),
    items: [...(items ?? [])],
    ...(details.cartaPorte && { cartaPorte: details.cartaPorte }),
    ...(details.payments && { payments: shownPayments(details.payments) }),
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
export const creditNotesInStatus = (teamId: string, status: InvoiceStatus) => ({
  gsi1pk: `TEAM#${teamId}#CREDIT_NOTES#${status}`,
});
const receiptsInStatus = (teamId: string, status: InvoiceStatus) => ({
  gsi1pk: `TEAM#${teamId}#RECEIPTS#${status}`,
});
const transfersInStatus = (teamId: string, status: InvoiceStatus) => ({
  gsi1pk: `TEAM#${teamId}#TRANSFERS#${status}`,
});
/** The documents of type T. They have no client, so the index of the clients' invoices lists them. */
export const transfersOf = (teamId: string) => ({ gsi2pk: `TEAM#${teamId}#TRANSFERS` });
export const invoicesOfClient = (teamId: string, clientId: string) => ({
  gsi2pk: `TEAM#${teamId}#CLIENT#${clientId}#INVOICES`,
});
export const creditNotesOfClient = (teamId: string, clientId: string) => ({
  gsi2pk: `TEAM#${teamId}#CLIENT#${clientId}#CREDIT_NOTES`,
});
const receiptsOfClient = (teamId: string, clientId: string) => ({
  gsi2pk: `TEAM#${teamId}#CLIENT#${clientId}#RECEIPTS`,
});
/** The partition of a client's documents of a type. A document of type T has no client. */
export const ofClientOf = (type: InvoiceType | undefined) => {
  if (type === 'P') return receiptsOfClient;
  return type === 'E' ? creditNotesOfClient : invoicesOfClient;
};
/** The partition of a type and a status. Type I is the one of older releases. */
export const inStatusOf = (type: InvoiceType | undefined) => {
  if (type === 'T') return transfersInStatus;
  if (type === 'P') return receiptsInStatus;
  return type === 'E' ? creditNotesInStatus : invoicesInStatus;
};

export const invoiceIndexes = ({
  id,
  teamId,
  type,
  status,
  clientId,
}: Pick<InvoiceRecord, 'id' | 'teamId' | 'type' | 'status' | 'clientId'>): IndexKeys => ({
  ...inStatusOf(type)(teamId, status),
  gsi1sk: id,
  ...(clientId && { ...ofClientOf(type)(teamId, clientId), gsi2sk: id }),
  ...(type === 'T' && { ...transfersOf(teamId), gsi2sk: id }),
});

/** The details items: the Carta Porte, and items too long for the summary. */
const ItemsDetails = v.object({ items: v.array(InvoiceItem) });
const CartaPorteDetails = v.object({ cartaPorte: CartaPorte });
const ReceiptDetails = v.object({ payments: v.array(StoredPayment) });
export const detailsOf = (teamId: string, invoiceId: string) => `TEAM#${teamId}#INVOICE#${invoiceId}` as const;
export const invoiceItemsKey = (teamId: string, invoiceId: string) =>
  key(ItemsDetails, detailsOf(teamId, invoiceId), 'ITEMS');
export const invoiceCartaPorteKey = (teamId: string, invoiceId: string) =>
  key(CartaPorteDetails, detailsOf(teamId, invoiceId), 'CARTA_PORTE');

export const receiptPaymentsKey = (teamId: string, invoiceId: string) =>
  key(ReceiptDetails, detailsOf(teamId, invoiceId), 'PAYMENTS');

/**
 * The pointer from a trip to an invoice that a member created for it. The trip's record itself names the draft that was
 * created with the trip.
 */
const InvoiceOfTrip = v.object({ invoiceId: Uuid });
export const invoicesOfTrip = (teamId: string, tripId: string) =>
  part(InvoiceOfTrip, `TEAM#${teamId}#TRIP#${tripId}`, 'INVOICE#');
export const invoiceOfTripKey = (teamId: string, tripId: string, invoiceId: string) =>
  key(InvoiceOfTrip, invoicesOfTrip(teamId, tripId).pk, `INVOICE#${invoiceId}`);

/** The pointer from a document to a credit note of it, or to a receipt that pays it. */
const NoteOfInvoice = v.object({ invoiceId: Uuid });
export const notesOfInvoice = (teamId: string, invoiceId: string) =>
  part(NoteOfInvoice, detailsOf(teamId, invoiceId), 'NOTE#');
export const noteOfInvoiceKey = (teamId: string, invoiceId: string, noteId: string) =>
  key(NoteOfInvoice, detailsOf(teamId, invoiceId), `NOTE#${noteId}`);

/** The pointer from a folio fiscal to its invoice. */
export const InvoiceOfUuid = v.object({
  invoiceId: Uuid,
  /** The document is found by its date. Absent in pointers of an older release, and for types T and P. */
  isDated: v.optional(v.literal(true)),
});
export const invoicesOfUuid = (teamId: string) => part(InvoiceOfUuid, ofTeam(teamId), 'INVOICE_UUID#');
export const invoiceOfUuidKey = (teamId: string, uuid: string) =>
  key(InvoiceOfUuid, ofTeam(teamId), `INVOICE_UUID#${uuid}`);

/**
 * Documents of types I and E that were stamped long after their creation, by the date of the stamp. Any other document is found by its
 * creation. The pointer from the folio fiscal stands in this index, so that no stamp writes a further item.
 */
export const lateDocuments = (teamId: string) => ({ gsi1pk: `TEAM#${teamId}#ISSUED` });
export const lateIndexes = ({
  id,
  teamId,
  issuedAt,
}: Pick<InvoiceRecord, 'id' | 'teamId'> & { readonly issuedAt: string }): IndexKeys => ({
  ...lateDocuments(teamId),
  gsi1sk: `${issuedAt}#${id}`,
});
export const idOfLate = (position: string): string => position.slice(position.indexOf('#') + 1);

/** A document that was stamped later than this after its creation stands in the index of late ones. */
export const STAMPED_WITHIN_MS = 15 * 24 * 60 * 60_000;

type Dated = Partial<Pick<InvoiceRecord, 'type' | 'uuid' | 'issuedAt' | keyof ByFolio>>;

/** A document that the reports find by its date once its folio fiscal is known. */
export const isFoundByDate = <R extends Dated>(record: R): record is R & { readonly issuedAt: string } =>
  (record.type === undefined || record.type === 'E') && record.uuid !== undefined && record.issuedAt !== undefined;

/** The pointer of a document, with its place by folio, and by date if it is late. */
export function datedPointer(record: Pick<InvoiceRecord, 'id' | 'teamId'> & Dated) {
  const byFolio = folioIndexes(record);
  if (!isFoundByDate(record)) return { item: { invoiceId: record.id }, indexes: byFolio };
  const isLate = Date.parse(record.issuedAt) - instantOfUuid(record.id).getTime() > STAMPED_WITHIN_MS;
  const indexes = isLate ? { ...byFolio, ...lateIndexes(record) } : byFolio;
  return { item: { invoiceId: record.id, isDated: true as const }, indexes };
}

/** The counter of the documents that are found by their date. Documents of an older release are missing until they are checked. */
export const LISTED_COUNT = 'listed';

/** The name of a counter. Counters of type I have no prefix, as in older releases. */
export const countName = (type: InvoiceType | undefined, status: InvoiceStatus | 'total'): string =>
  type === undefined || type === 'I' ? status : `${type}_${status}`;

/** Counts of invoices by type and status, and `total`. Each change updates them in its transaction. */
const InvoiceCount = v.record(v.string(), v.unknown());
export const invoiceCountKey = (teamId: string, clientId?: string) =>
  key(InvoiceCount, ofTeam(teamId), clientId ? `INVOICE_COUNT#CLIENT#${clientId}` : 'INVOICE_COUNT');
