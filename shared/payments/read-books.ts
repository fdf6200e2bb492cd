import { type OwedInvoice, readOwed } from '../invoices/allocated';
import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { allPositions } from '../platform/table/all-positions';
import { allItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { centsOf } from '../platform/values/money';
import { type Receivable, receivablesOfClient } from '../trips/receivable';
import { type TripRecord, tripKey } from '../trips/trip';
import {
  type KeptPayment,
  MAXIMUM_DOCUMENTS,
  paymentKey,
  paymentPositionOf,
  paymentsOfClient,
  paymentsOfTrip,
} from './payment';

const distinct = (ids: readonly (string | undefined)[]): string[] => [...new Set(ids.filter((id) => id !== undefined))];

/** The documents of these identifiers, and the trips of the documents and of the given identifiers. */
export const readDocuments = (context: Context, teamId: string, ids: readonly string[]): Promise<OwedInvoice[]> =>
  readOwed(context, teamId, distinct(ids));

export async function readTrips(
  context: Context,
  teamId: string,
  ids: readonly (string | undefined)[],
): Promise<TripRecord[]> {
  const wanted = distinct(ids);
  const trips = await getItems(
    context,
    wanted.map((id) => tripKey(teamId, id)),
  );
  return trips.filter((trip) => trip !== undefined);
}

const orderOf = ({ since, invoiceId = '' }: Receivable): string => `${since}#${invoiceId}`;

/** The open documents of a client, the oldest due date first: all have the terms of the same client. */
export async function openDocumentsOf(context: Context, teamId: string, clientId: string): Promise<OwedInvoice[]> {
  const rows = await allItems(context, { ...receivablesOfClient(teamId, clientId), consistent: true });
  const oldest = rows
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
    .flatMap(({ invoiceId }) => invoiceId ?? [])
    .slice(0, MAXIMUM_DOCUMENTS);
  const records = await readDocuments(context, teamId, oldest);
  return oldest.flatMap((id) => records.find((record) => record.id === id) ?? []);
}

/**
 * The live payments of an index partition, the oldest first. A payment of an older release that was moved is still found
 * at its former trip, so the record decides.
 */
async function paymentsIn(
  context: Context,
  teamId: string,
  gsi1pk: string,
  trip: string | undefined,
): Promise<KeptPayment[]> {
  const positions = new Set(await allPositions(context, 'gsi1', gsi1pk));
  const found = [...positions].map(paymentPositionOf);
  const records = await getItems(
    context,
    found.map((at) => paymentKey(teamId, at)),
  );
  return found.flatMap((at, index) => {
    const record = records[index];
    return record && record.voidedAt === undefined && record.tripId === trip ? [{ at, record }] : [];
  });
}

/** The live payments of a trip, the oldest first. */
export const livePaymentsOfTrip = (context: Context, teamId: string, tripId: string): Promise<KeptPayment[]> =>
  paymentsIn(context, teamId, paymentsOfTrip(teamId, tripId).gsi1pk, tripId);

/**
 * The payments with allocations to a document, the oldest first. The index may lag behind the table, so the sum is
 * compared with the ledger.
 */
export async function paymentsOfDocument(context: Context, record: OwedInvoice): Promise<KeptPayment[]> {
  const { teamId, id, tripId, clientId, allocated } = record;
  if (allocated === 0) return [];
  const gsi1pk =
    tripId === undefined ? paymentsOfClient(teamId, clientId ?? '').gsi1pk : paymentsOfTrip(teamId, tripId).gsi1pk;
  for (let tries = 1; ; tries += 1) {
    const payments = (await paymentsIn(context, teamId, gsi1pk, tripId)).filter(
      (payment) => allocatedTo(payment, id) > 0,
    );
    if (payments.reduce((sum, payment) => sum + allocatedTo(payment, id), 0) === allocated) return payments;
    await backOff(context, tries, new AppError('UNAVAILABLE'));
  }
}

/** The cents of a payment that are allocated to a document. */
export const allocatedTo = ({ record }: KeptPayment, invoiceId: string): number =>
  (record.allocations ?? []).reduce((sum, one) => sum + (one.invoiceId === invoiceId ? centsOf(one.amount) : 0), 0);
