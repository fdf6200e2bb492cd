import type { InvoiceRecord } from '../../domain/invoice-records';
import { invalid } from '../../domain/refusal';
import type { TripRecord } from '../../domain/trips';
import type { Context } from '../../runtime/context';
import { invoiceKey, invoicesOfTrip, tripKey } from '../table/keys';
import { allItems } from '../table/lists';
import { type Eventual, getItems } from '../table/read';

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

/** As {@link readTripInvoices}, for a list: of a trip that is not there it is empty. */
export async function listTripInvoices(context: Context, teamId: string, tripId: string): Promise<InvoiceRecord[]> {
  const [trip] = await getItems(context, [tripKey(teamId, tripId)], 'eventual');
  return trip ? readTripInvoices(context, trip, 'eventual') : [];
}

/** Refuses one more of a trip that has its fill. A few at once may get past it. */
export async function refuseTooMany(context: Context, teamId: string, tripId: string): Promise<void> {
  if ((await allItems(context, invoicesOfTrip(teamId, tripId))).length >= MOST_OF_A_TRIP) {
    throw invalid(
      'tripId',
      `This trip has ${MOST_OF_A_TRIP} invoices made by hand. Make this one for the client alone.`,
    );
  }
}
