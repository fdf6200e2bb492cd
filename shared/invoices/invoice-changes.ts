import type { Client } from '../clients/client';
import { amountsOf } from './amounts';
import { draftOf, type InvoiceOrigin, transferOf } from './draft';
import type { Invoice, InvoiceChanges, NewInvoice } from './invoice';
import type { InvoiceRecord } from './invoice-record';
import { type Currency, refuseUnfit } from './invoice-type';
import type { TaxIssuer } from './issuer';
import { itemsFor, itemsOfTransfer } from './item';
import { editedRelations, type Relation } from './relation';

/** The customer and the issuer of an invoice. */
export interface InvoiceParties {
  readonly client: Client | undefined;
  readonly issuer: TaxIssuer | undefined;
  /** The invoices that the relations name. */
  readonly related?: readonly (InvoiceRecord | undefined)[];
}

/** An invoice that a member creates. Absent fields get the defaults of a trip's draft. */
export function newInvoice(
  origin: InvoiceOrigin,
  fields: NewInvoice,
  { client, issuer, related }: InvoiceParties,
): Invoice {
  const { cartaPorte } = fields;
  const draft =
    fields.type === 'T'
      ? transferOf(origin, fields.items)
      : draftOf(origin, client, itemsFor(fields.items, { rfc: client?.rfc, issuer }));
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
    conditions: fields.conditions ?? null,
    noCartaPorteReason: fields.noCartaPorteReason ?? null,
    relations: editedRelations(fields.relations ?? [], [], related ?? []),
  };
}

/** The invoice's parties after an edit, and the client before it. Read only when items or client change. */
export interface Customers extends InvoiceParties {
  readonly former: Client | undefined;
}

/** Throws VALIDATION_FAILED when a change does not fit the type. A client may send back the values that it read. */
export function refuseUnfitChanges(invoice: Invoice, changes: InvoiceChanges, currency?: Currency): void {
  const { clientId, paymentForm, paymentMethod } = changes;
  const sent = {
    ...changes,
    currency,
    clientId: clientId === invoice.clientId ? undefined : clientId,
    paymentForm: paymentForm === invoice.paymentForm ? undefined : paymentForm,
    paymentMethod: paymentMethod === invoice.paymentMethod ? undefined : paymentMethod,
  };
  refuseUnfit(invoice.type, sent, invoice.relations);
}

/** The content of an invoice after a member's edit, with the amounts of its items and its customer, and the status that `EDIT` gives it. */
export function editedInvoice(
  invoice: Invoice,
  changes: InvoiceChanges,
  { client, former, issuer, related }: Customers,
  moved: Pick<Invoice, 'status' | 'errorMessage' | 'updatedAt' | 'version'>,
): Invoice {
  const { cartaPorte: kept, ...rest } = invoice;
  const {
    clientId,
    notes = invoice.notes,
    series = invoice.series,
    conditions = invoice.conditions,
    cartaPorte = kept,
    // A Carta Porte that is added replaces the reason for having none.
    noCartaPorteReason = changes.cartaPorte ? null : invoice.noCartaPorteReason,
  } = changes;
  const isPriced = changes.items !== undefined || clientId !== undefined;
  const partiesWith = (customer: Client | undefined) => ({ rfc: customer?.rfc, issuer });
  const priced = () => itemsFor(changes.items ?? invoice.items, partiesWith(client), partiesWith(former));
  const transferred = () => itemsOfTransfer(changes.items ?? invoice.items);
  const items = isPriced ? (invoice.type === 'T' ? transferred() : priced()) : invoice.items;
  return {
    ...rest,
    ...(clientId !== undefined && { clientId, clientName: client?.name ?? null }),
    notes,
    series,
    conditions,
    noCartaPorteReason,
    paymentForm: changes.paymentForm ?? invoice.paymentForm,
    paymentMethod: changes.paymentMethod ?? invoice.paymentMethod,
    cfdiUse: changes.cfdiUse ?? invoice.cfdiUse,
    items,
    ...amountsOf(items),
    relations: changedRelations(invoice, changes, related),
    ...(cartaPorte && { cartaPorte }),
    hasCartaPorte: Boolean(cartaPorte),
    ...moved,
  };
}

/** An edit without relations keeps them. */
const changedRelations = (
  { relations: kept }: Invoice,
  { relations }: InvoiceChanges,
  related: Customers['related'] = [],
): Relation[] | undefined => (relations === undefined ? kept : editedRelations(relations ?? [], kept ?? [], related));
