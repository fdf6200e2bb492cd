import * as v from 'valibot';
import { type Client, clientKey } from '../clients/client';
import { type Driver, driverKey } from '../fleet/driver';
import { type Vehicle, vehicleKey } from '../fleet/vehicle';
import { Invoice } from '../invoices/invoice';
import { type InvoiceRecord, invoiceOf } from '../invoices/invoice-record';
import { detailKeys } from '../invoices/read-invoice';
import { capability } from '../platform/runtime/capability';
import { getItems } from '../platform/table/read';
import { Uuid } from '../platform/values/fields';
import { type Trip, tripKey } from './trip';

/** The trip's fields in the answer of a single invoice: texts only, empty ones left out (docs/decisions/0021). */
export const TripOfInvoice = v.object({
  id: Uuid,
  /** The trip’s customer. Absent without one. */
  client: v.optional(
    v.object({
      id: Uuid,
      /** The customer’s legal name. */
      name: v.string(),
      /** The customer’s tax number. Absent without one. */
      rfc: v.optional(v.string()),
    }),
  ),
  /** The trip’s driver. Absent without one. */
  driver: v.optional(
    v.object({
      id: Uuid,
      /** The driver’s full name. */
      name: v.string(),
      /** The address of the photo. Absent without one. */
      photoUrl: v.optional(v.string()),
    }),
  ),
  /** The trip’s vehicle. Absent without one. */
  vehicle: v.optional(
    v.object({
      id: Uuid,
      /** As on the licence plate. */
      plate: v.string(),
      /** The maker. Absent without one. */
      brand: v.optional(v.string()),
      /** The maker’s model. Absent without one. */
      model: v.optional(v.string()),
      /** The address of the picture. Absent without one. */
      imageUrl: v.optional(v.string()),
    }),
  ),
});

/** Answer of GET /invoices/{id}. */
export const InvoiceWithTrip = v.object({
  ...Invoice.entries,
  /** The trip that the document charges. Absent without one, and in lists. */
  trip: v.optional(TripOfInvoice),
});

interface Parties {
  readonly client: Client | undefined;
  readonly driver: Driver | undefined;
  readonly vehicle: Vehicle | undefined;
}

export const tripSummary = ({ id }: Pick<Trip, 'id'>, { client, driver, vehicle }: Parties) => ({
  id,
  client: client && { id: client.id, name: client.name, rfc: client.rfc || undefined },
  driver: driver && { id: driver.id, name: driver.name, photoUrl: driver.photoUrl || undefined },
  vehicle: vehicle && {
    id: vehicle.id,
    plate: vehicle.plate,
    brand: vehicle.brand || undefined,
    model: vehicle.model || undefined,
    imageUrl: vehicle.imageUrl || undefined,
  },
});

/**
 * Reads the complete invoice with its trip's summary. One call reads the trip, a second one the records that the trip
 * refers to.
 */
export const readInvoiceWithTrip = capability(
  { table: ['BatchGetItem'] },
  (context) => async (record: InvoiceRecord) => {
    const { teamId, tripId } = record;
    const [items, cartaPorte, payments, trip] = await getItems(context, [
      ...detailKeys(record),
      tripId === undefined ? undefined : tripKey(teamId, tripId),
    ]);
    const invoice = invoiceOf(record, { ...items, ...cartaPorte, ...payments });
    if (trip === undefined) return invoice;
    const [client, driver, vehicle] = await getItems(context, [
      trip.clientId === undefined ? undefined : clientKey(teamId, trip.clientId),
      trip.driverId === undefined ? undefined : driverKey(teamId, trip.driverId),
      trip.vehicleId === undefined ? undefined : vehicleKey(teamId, trip.vehicleId),
    ]);
    return { ...invoice, trip: tripSummary(trip, { client, driver, vehicle }) };
  },
);
