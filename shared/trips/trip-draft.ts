import type { Client } from '../clients/client';
import { defaultWithholdingRate, draftOf, type Invoice, type InvoiceItem, ROAD_FREIGHT_KEY } from '../invoices/invoice';
import type { Trip } from './trip';

/**
 * The draft that is made with a trip: one line of road freight at the trip's revenue with the client's data. A trip
 * without revenue gets a draft without lines, because a line of price 0 is none.
 */
export function tripDraft(id: string, trip: Trip, client: Client | undefined): Invoice {
  const items = trip.revenue ? [freightItem(trip, trip.revenue, client?.rfc)] : [];
  const { teamId, createdAt } = trip;
  return { ...draftOf({ id, teamId, createdAt }, client, items), tripId: trip.id };
}

function freightItem(trip: Trip, price: number, customerRfc: string | undefined): InvoiceItem {
  const description = ['Servicio de autotransporte de carga', trip.routeName].filter(Boolean).join(': ');
  return {
    description,
    productKey: ROAD_FREIGHT_KEY,
    quantity: 1,
    unitKey: 'E48',
    price,
    taxRate: 0.16,
    withholdingRate: defaultWithholdingRate(ROAD_FREIGHT_KEY, customerRfc),
  };
}
