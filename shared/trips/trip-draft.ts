import type { Client } from '../clients/client';
import { draftOf, transferOf } from '../invoices/draft';
import type { Invoice } from '../invoices/invoice';
import type { TaxIssuer } from '../invoices/issuer';
import { type InvoiceItemInput, itemsFor, ROAD_FREIGHT_KEY } from '../invoices/item';
import type { Trip } from './trip';

/** The customer and the issuer of a draft. */
interface DraftParties {
  readonly client: Client | undefined;
  readonly issuer: TaxIssuer | undefined;
}

/**
 * The draft that is created with a trip: one line of road freight with the trip's revenue and the client's data.
 * Without revenue the draft has no lines, because a line needs a price above 0. A trip with own goods has a draft of
 * type T without lines: a member adds the goods.
 */
export function tripDraft(id: string, trip: Trip, { client, issuer }: DraftParties): Invoice {
  const { teamId, createdAt } = trip;
  if (trip.ownGoods) return { ...transferOf({ id, teamId, createdAt }, []), tripId: trip.id };
  const items = trip.revenue ? [freightItem(trip, trip.revenue)] : [];
  return {
    ...draftOf({ id, teamId, createdAt }, client, itemsFor(items, { rfc: client?.rfc, issuer })),
    tripId: trip.id,
  };
}

function freightItem(trip: Trip, price: number): InvoiceItemInput {
  const description = ['Servicio de autotransporte de carga', trip.routeName].filter(Boolean).join(': ');
  return {
    description,
    productKey: ROAD_FREIGHT_KEY,
    quantity: 1,
    unitKey: 'E48',
    price,
    taxRate: 0.16,
    taxObject: '02',
  };
}
