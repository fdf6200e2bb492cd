import * as v from 'valibot';
import { type IndexKeys, key, ofTeam, part } from '../platform/table/keys';
import { Uuid } from '../platform/values/fields';
import { CartaPorte } from './carta-porte';
import { InvoiceItem, type InvoiceStatus } from './invoice';
import { InvoiceRecord } from './invoice-record';

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
export const besideInvoice = (teamId: string, invoiceId: string) => `TEAM#${teamId}#INVOICE#${invoiceId}`;
export const invoiceItemsKey = (teamId: string, invoiceId: string) =>
  key(BesideItems, besideInvoice(teamId, invoiceId), 'ITEMS');
export const invoiceCartaPorteKey = (teamId: string, invoiceId: string) =>
  key(BesideCartaPorte, besideInvoice(teamId, invoiceId), 'CARTA_PORTE');

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
