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

/** An invoice that a member creates. Absent fields get the defaults of a trip's draft. */
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

/** The invoice's client after and before an edit. Read only when items or client change. */
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
  // An empty RFC means a former client without RFC, who withholds nothing. Undefined would mean that the client did not
  // change.
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
