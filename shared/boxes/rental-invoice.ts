import type { Client } from '../clients/client';
import { draftOf } from '../invoices/draft';
import type { Invoice } from '../invoices/invoice';
import type { TaxIssuer } from '../invoices/issuer';
import { itemsFor } from '../invoices/item';
import type { Box } from './box';
import type { Reservation } from './reservation';

/** SAT class of the rental of storage (c_ClaveProdServ), and the unit of a day (c_ClaveUnidad). */
const BOX_RENTAL_KEY = '78131600';
const DAY = 'DAY';

export interface Rental {
  readonly reservation: Reservation;
  readonly box: Box | undefined;
  readonly client: Client | undefined;
  readonly issuer: TaxIssuer | undefined;
}

/** The draft of a closed rental: its days at its daily rate. */
export function rentalInvoice(id: string, { reservation, box, client, issuer }: Rental, at: string): Invoice {
  const description = ['Renta de caja', box?.economicNumber].filter(Boolean).join(' ');
  const { billedDays = 1, dailyRate, teamId } = reservation;
  const line = { description, productKey: BOX_RENTAL_KEY, quantity: billedDays, unitKey: DAY, price: dailyRate };
  const items = itemsFor([{ ...line, taxRate: 0.16, taxObject: '02' }], { rfc: client?.rfc, issuer });
  return draftOf({ id, teamId, createdAt: at }, client, items);
}
