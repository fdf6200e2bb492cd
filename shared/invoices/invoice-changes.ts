import type { Client } from '../clients/client';
import {
  amountsOf,
  draftOf,
  type Invoice,
  type InvoiceChanges,
  type InvoiceOrigin,
  itemsFor,
  type NewInvoice,
} from './invoice';

/** An invoice as a member makes it (product.md §4): what it leaves out is as it is on the draft of a trip. */
export function newInvoice(origin: InvoiceOrigin, fields: NewInvoice, client: Client | undefined): Invoice {
  const items = itemsFor(fields.items, client?.rfc);
  const { cartaPorte } = fields;
  const draft = draftOf(origin, client, items);
  return {
    ...draft,
    tripId: fields.tripId,
    series: fields.series ?? null,
    paymentForm: fields.paymentForm ?? draft.paymentForm,
    paymentMethod: fields.paymentMethod ?? draft.paymentMethod,
    cfdiUse: fields.cfdiUse ?? draft.cfdiUse,
    ...(cartaPorte && { cartaPorte }),
    hasCartaPorte: Boolean(cartaPorte),
    notes: fields.notes ?? null,
  };
}

/** Whom an invoice is for after an edit, and before it; read where items or client change. */
export interface Customers {
  readonly client: Client | undefined;
  readonly former: Client | undefined;
}

/** The content of an invoice after a member's edit, with the amounts of its items and its customer, and the status that `EDIT` gives it. */
export function editedInvoice(
  invoice: Invoice,
  changes: InvoiceChanges,
  { client, former }: Customers,
  moved: Pick<Invoice, 'status' | 'errorMessage' | 'updatedAt'>,
): Invoice {
  const { cartaPorte: kept, ...rest } = invoice;
  const { clientId, notes = invoice.notes, series = invoice.series, cartaPorte = kept } = changes;
  const isPriced = changes.items !== undefined || clientId !== undefined;
  // A customer without RFC withholds nothing, which an absent argument would not say.
  const items = isPriced ? itemsFor(changes.items ?? invoice.items, client?.rfc, former?.rfc ?? '') : invoice.items;
  return {
    ...rest,
    ...(clientId !== undefined && { clientId, clientName: client?.name ?? null }),
    notes,
    series,
    paymentForm: changes.paymentForm ?? invoice.paymentForm,
    paymentMethod: changes.paymentMethod ?? invoice.paymentMethod,
    cfdiUse: changes.cfdiUse ?? invoice.cfdiUse,
    items,
    ...amountsOf(items),
    ...(cartaPorte && { cartaPorte }),
    hasCartaPorte: Boolean(cartaPorte),
    ...moved,
  };
}
