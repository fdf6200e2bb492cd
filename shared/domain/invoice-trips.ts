import * as v from 'valibot';
import type { Client } from './clients';
import type { Driver } from './drivers';
import { Uuid } from './fields';
import { Invoice } from './invoices';
import type { Trip } from './trips';
import type { Vehicle } from './vehicles';

/** What a single invoice shows of its trip (interface.md §2.9): texts alone, and what is empty is left out (docs/decisions/0052). */
export const TripOfInvoice = v.object({
  id: Uuid,
  client: v.optional(v.object({ id: Uuid, name: v.string(), rfc: v.optional(v.string()) })),
  driver: v.optional(v.object({ id: Uuid, name: v.string(), photoUrl: v.optional(v.string()) })),
  vehicle: v.optional(
    v.object({
      id: Uuid,
      plate: v.string(),
      brand: v.optional(v.string()),
      model: v.optional(v.string()),
      imageUrl: v.optional(v.string()),
    }),
  ),
});

/** The invoice of GET /invoices/{id} (interface.md §4.19). */
export const InvoiceWithTrip = v.object({ ...Invoice.entries, trip: v.optional(TripOfInvoice) });

interface Parties {
  readonly client: Client | undefined;
  readonly driver: Driver | undefined;
  readonly vehicle: Vehicle | undefined;
}

export const tripOfInvoice = ({ id }: Pick<Trip, 'id'>, { client, driver, vehicle }: Parties) => ({
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
