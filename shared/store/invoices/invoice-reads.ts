import { type InvoiceBeside, type InvoiceRecord, invoiceOf } from '../../domain/invoice-records';
import { tripOfInvoice } from '../../domain/invoice-trips';
import type { Invoice } from '../../domain/invoices';
import { capability } from '../../runtime/capability';
import type { Context } from '../../runtime/context';
import { clientKey, driverKey, invoiceCartaPorteKey, invoiceItemsKey, tripKey, vehicleKey } from '../table/keys';
import { getItems } from '../table/read';

/** The keys of what lies beside a head: both undefined for an ordinary invoice. */
export const besideKeys = ({ teamId, id, items, hasCartaPorte }: InvoiceRecord) =>
  [
    items === undefined ? invoiceItemsKey(teamId, id) : undefined,
    hasCartaPorte ? invoiceCartaPorteKey(teamId, id) : undefined,
  ] as const;

/** What lies beside a head that was read before it. */
export async function readBeside(context: Context, record: InvoiceRecord): Promise<InvoiceBeside> {
  const [items, cartaPorte] = await getItems(context, besideKeys(record));
  return { ...items, ...cartaPorte };
}

/** Whole invoices of some heads, for a list: read in one call where any of them has something beside it; at most 50. */
export async function wholeInvoices(context: Context, records: readonly InvoiceRecord[]): Promise<Invoice[]> {
  const found = await getItems(
    context,
    records.flatMap((record) => besideKeys(record)),
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

/** The whole invoice of a head, and what it shows of its trip: the trip in the same call, and then whom it names. */
export const readInvoiceWithTrip = capability(
  { table: ['BatchGetItem'] },
  (context) => async (record: InvoiceRecord) => {
    const { teamId, tripId } = record;
    const [items, cartaPorte, trip] = await getItems(context, [
      ...besideKeys(record),
      tripId === undefined ? undefined : tripKey(teamId, tripId),
    ]);
    const invoice = invoiceOf(record, { ...items, ...cartaPorte });
    if (trip === undefined) return invoice;
    const [client, driver, vehicle] = await getItems(context, [
      trip.clientId === undefined ? undefined : clientKey(teamId, trip.clientId),
      trip.driverId === undefined ? undefined : driverKey(teamId, trip.driverId),
      trip.vehicleId === undefined ? undefined : vehicleKey(teamId, trip.vehicleId),
    ]);
    return { ...invoice, trip: tripOfInvoice(trip, { client, driver, vehicle }) };
  },
);
