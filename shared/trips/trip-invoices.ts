import type { TeamActor } from '../audit/audit';
import { clientKey } from '../clients/client';
import { draftCreation } from '../invoices/create-invoice';
import { Invoice, type NewInvoice } from '../invoices/invoice';
import type { InvoiceFilter, NumberedPage } from '../invoices/invoice-query';
import type { InvoiceRecord } from '../invoices/invoice-record';
import { invoiceKey, invoicesOfTrip } from '../invoices/invoice-record';
import { invoicePage, matches } from '../invoices/list-invoices';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { CREATE_ONCE_PERMISSIONS, createOnce, type Once } from '../platform/table/idempotency';
import { allItems } from '../platform/table/lists';
import { type Eventual, getItem, getItems } from '../platform/table/read';
import type { TripRecord } from './trip';
import { tripKey } from './trip';

/** A trip has at most so many invoices made by hand, so that a call or two read all of a trip's. */
const MOST_OF_A_TRIP = 99;

/** Keys of one BatchGetItem. */
const BATCH = 100;

/**
 * Heads of all invoices of a trip, the newest first: those made by hand by their pointers, the trip's own by the trip's record, so that
 * planning a trip pays for no pointer.
 */
export async function readTripInvoices(
  context: Context,
  { teamId, id: tripId, invoiceId }: Pick<TripRecord, 'teamId' | 'id' | 'invoiceId'>,
  consistency?: Eventual,
): Promise<InvoiceRecord[]> {
  const pointers = await allItems(context, invoicesOfTrip(teamId, tripId));
  const ids = [invoiceId, ...pointers.map((pointer) => pointer.invoiceId)].sort().reverse();
  const records: InvoiceRecord[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    const keys = ids.slice(start, start + BATCH).map((id) => invoiceKey(teamId, id));
    records.push(...(await getItems(context, keys, consistency)).flatMap((record) => record ?? []));
  }
  return records;
}

/** The invoices of a trip, the newest first: all are read, they are few. Of a trip that is not there the list is empty. */
export const listTripInvoices = capability(
  { table: ['BatchGetItem', 'Query'] },
  (context) =>
    async (teamId: string, tripId: string, filter: InvoiceFilter, { page, limit }: NumberedPage) => {
      const [trip] = await getItems(context, [tripKey(teamId, tripId)], 'eventual');
      const all = trip ? await readTripInvoices(context, trip, 'eventual') : [];
      const found = all.filter((record) => matches(record, filter));
      return invoicePage(context, found.slice((page - 1) * limit, page * limit), found.length);
    },
);

/** Makes a draft by hand for a trip. Its client is the trip's unless the body names another one. */
export const createTripInvoice = capability(
  { table: [...CREATE_ONCE_PERMISSIONS, 'BatchGetItem', 'Query', 'UpdateItem'] },
  (context) => (actor: TeamActor, fields: NewInvoice & { readonly tripId: string }, once: Once | undefined) =>
    createOnce(context, once, Invoice, async () =>
      draftCreation(context, actor, fields, await readCustomer(context, actor.teamId, fields)),
    ),
);

/** The client that the invoice is for; trip and client are refused by their field where they are not of this team. */
async function readCustomer(context: Context, teamId: string, { tripId, clientId }: NewInvoice & { tripId: string }) {
  const [trip, client] = await getItems(context, [
    tripKey(teamId, tripId),
    typeof clientId === 'string' ? clientKey(teamId, clientId) : undefined,
  ]);
  if (trip === undefined) throw validationError('tripId', 'There is no such trip in this team.');
  if (clientId && client === undefined) throw validationError('clientId', 'There is no such client in this team.');
  await refuseTooMany(context, teamId, tripId);
  return clientId === undefined && trip.clientId ? getItem(context, clientKey(teamId, trip.clientId)) : client;
}

/** Refuses one more of a trip that has its fill. A few at once may get past it. */
async function refuseTooMany(context: Context, teamId: string, tripId: string): Promise<void> {
  if ((await allItems(context, invoicesOfTrip(teamId, tripId))).length >= MOST_OF_A_TRIP) {
    throw validationError(
      'tripId',
      `This trip has ${MOST_OF_A_TRIP} invoices made by hand. Make this one for the client alone.`,
    );
  }
}
