import * as v from 'valibot';
import type { OwedInvoice } from '../invoices/allocated';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { chargedOf, documentCents, isOwed, open } from '../invoices/ledger';
import { key, part } from '../platform/table/keys';
import { Instant, Uuid } from '../platform/values/fields';
import { type Cents, centsOf, pesosOf } from '../platform/values/money';
import type { TripRecord } from './trip';

/**
 * An open amount: of a document, or of a COMPLETADO trip without a document. It is a separate item, so that the aging
 * report need not read trips and invoices (docs/decisions/0019).
 */
export const Receivable = v.object({
  /** Absent for a document without a trip, as a rental. */
  tripId: v.optional(Uuid),
  /** Absent for a trip without a document. */
  invoiceId: v.optional(Uuid),
  uuid: v.optional(Uuid),
  clientId: v.optional(Uuid),
  /** Before taxes. */
  revenue: v.number(),
  /** With taxes. Absent for a trip of an older release: its revenue stands for it. */
  total: v.optional(v.number()),
  /** Payments and credit notes. */
  paid: v.number(),
  /** The end of the trip, or the date of the document. The age of the receivable starts here. */
  since: Instant,
});
export type Receivable = v.InferOutput<typeof Receivable>;

/** The fields of a trip that determine its receivable. */
export const MONEY_OF_TRIP = [
  'status',
  'revenue',
  'ownGoods',
  'paid',
  'estimate',
  'documents',
  'billed',
  'applied',
  'clientId',
  'actualEndDate',
] as const;
export type MoneyOfTrip = Pick<TripRecord, 'id' | (typeof MONEY_OF_TRIP)[number]>;

type Due = Partial<Pick<TripRecord, 'status' | 'revenue' | 'ownGoods' | 'estimate' | 'documents' | 'billed'>>;

/** While no document of the trip is owed, the due amount is an estimate. */
export const isEstimate = ({ documents = 0 }: Pick<Due, 'documents'>): boolean => documents === 0;

/** What the client is charged for the trip: by its documents, else the total of its draft. A cancelled trip without a document charges nothing. */
export function dueOf({ status, revenue = 0, ownGoods = false, estimate, documents, billed = 0 }: Due): Cents {
  if (!isEstimate({ documents })) return billed;
  return ownGoods || status === 'CANCELADO' ? 0 : (estimate ?? centsOf(revenue));
}

const paidCents = ({ paid = 0 }: Pick<TripRecord, 'paid'>): Cents => centsOf(paid);

/** The due amount less payments. Negative when the client overpaid. */
export const balanceOf = (trip: Due & Pick<TripRecord, 'paid'>): Cents => dueOf(trip) - paidCents(trip);

/** The amounts of a trip in answers. */
export const moneyOf = (trip: Due & Pick<TripRecord, 'paid'>) => ({
  due: pesosOf(dueOf(trip)),
  isEstimate: isEstimate(trip),
  paid: trip.paid ?? 0,
  balance: pesosOf(balanceOf(trip)),
});

/** The amounts of a trip whose documents were read: they count even before their ledger is opened. */
export const moneyWith = (trip: Due & Pick<TripRecord, 'paid'>, documents: readonly InvoiceRecord[]) =>
  moneyOf({
    ...trip,
    documents: documents.length,
    billed: documents.reduce((sum, record) => sum + chargedOf(record), 0),
  });

/** The receivable of a trip without documents, even if it is fully paid. Undefined before the trip is COMPLETADO. */
export const chargeOf = (trip: MoneyOfTrip): Receivable | undefined => {
  const { id, status, revenue = 0, ownGoods = false, estimate, paid = 0, clientId, actualEndDate } = trip;
  if (status !== 'COMPLETADO' || ownGoods || actualEndDate === undefined || !isEstimate(trip)) return undefined;
  const total = estimate === undefined ? {} : { total: pesosOf(estimate) };
  return dueOf(trip) > 0 ? { tripId: id, clientId, revenue, ...total, paid, since: actualEndDate } : undefined;
};

/** The open receivable of a trip. Undefined unless the trip is COMPLETADO, has no document and is not fully paid. */
export const receivableOf = (trip: MoneyOfTrip): Receivable | undefined =>
  balanceOf(trip) > 0 ? chargeOf(trip) : undefined;

/** The receivable of a document, even if it is fully paid. Undefined for a document that is not owed. */
export function chargeOfDocument(record: OwedInvoice): Receivable | undefined {
  if (!isOwed(record) || record.issuedAt === undefined || record.clientId === null) return undefined;
  const { id: invoiceId, tripId, uuid, clientId, subtotal: revenue, issuedAt: since } = record;
  const total = documentCents(record);
  return {
    ...(tripId && { tripId }),
    invoiceId,
    ...(uuid && { uuid }),
    clientId,
    revenue,
    total: pesosOf(total),
    paid: pesosOf(total - open(record)),
    since,
  };
}

/** The open receivable of a document whose ledger is open. */
export const receivableOfDocument = (record: OwedInvoice): Receivable | undefined =>
  open(record) > 0 && record.ledgerVersion !== undefined && !record.isLedgerClosed
    ? chargeOfDocument(record)
    : undefined;

/** Only open receivables are stored, so the cost of the report does not grow with the team's history. */
export const receivableKey = (teamId: string, tripId: string) => key(Receivable, receivablesOf(teamId).pk, tripId);
export const receivablesOf = (teamId: string) => ({ schema: Receivable, pk: `TEAM#${teamId}#RECEIVABLES` as const });
/** The open documents of a client stand together, so that a collection reads only them. */
export const receivablesOfClient = (teamId: string, clientId: string) =>
  part(Receivable, receivablesOf(teamId).pk, `CLIENT#${clientId}#INVOICE#`);
export const documentReceivableKey = (teamId: string, clientId: string, invoiceId: string) =>
  key(Receivable, receivablesOf(teamId).pk, `CLIENT#${clientId}#INVOICE#${invoiceId}`);

/**
 * The cents that a client has in favour: of its collections, what is neither allocated nor paid for a trip, and of a trip
 * with documents what is paid beyond them.
 */
export const ClientCredit = v.object({
  clientId: v.optional(Uuid),
  inFavour: v.number(),
  /** What credit notes left of documents that receipts of payment had confirmed. A collection can pay with it. */
  kind: v.optional(v.literal('CREDIT_NOTE')),
});
export type ClientCredit = v.InferOutput<typeof ClientCredit>;
export const creditsOf = (teamId: string) => part(ClientCredit, `TEAM#${teamId}#CREDITS`, 'CREDIT#');
export const clientCreditKey = (teamId: string, clientId: string) =>
  key(ClientCredit, creditsOf(teamId).pk, `CREDIT#CLIENT#${clientId}`);
/** The credit of a client of kind CREDIT_NOTE. It is below 0 while more is used than the ledgers still have. */
export const creditNoteCreditKey = (teamId: string, clientId: string) =>
  key(ClientCredit, creditsOf(teamId).pk, `CREDIT#NOTE#${clientId}`);
export const tripCreditKey = (teamId: string, tripId: string) =>
  key(ClientCredit, creditsOf(teamId).pk, `CREDIT#TRIP#${tripId}`);

/** The credit of a trip that was paid beyond its documents, and of one that is over what was paid beyond its estimate. */
export function creditOf(trip: MoneyOfTrip): ClientCredit | undefined {
  const inFavour = isEstimate(trip) ? paidBeyondEstimate(trip) : paidCents(trip) - (trip.applied ?? 0);
  return inFavour > 0 ? { ...(trip.clientId && { clientId: trip.clientId }), inFavour } : undefined;
}

/** Before the end of the trip a payment is an advance on it. */
const paidBeyondEstimate = (trip: MoneyOfTrip): Cents =>
  trip.status === 'COMPLETADO' || trip.status === 'CANCELADO' ? -balanceOf(trip) : 0;
