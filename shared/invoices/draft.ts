import type { Client } from '../clients/client';
import { FIRST_VERSION } from '../platform/table/version';
import { amountsOf } from './amounts';
import type { Invoice } from './invoice';
import { TRANSFER_USE } from './invoice-type';
import { type InvoiceItem, type InvoiceItemInput, itemsOfTransfer } from './item';
import { RECEIPT_USE } from './receipt';

/** The fields that the service sets on a new invoice. */
export type InvoiceOrigin = Pick<Invoice, 'id' | 'teamId' | 'createdAt'>;

/**
 * A draft with default fields. Freight and rentals are invoiced before they are paid, so the defaults are PPD and form
 * 99.
 */
export const draftOf = (
  { id, teamId, createdAt }: InvoiceOrigin,
  client: Client | undefined,
  items: InvoiceItem[],
): Invoice => ({
  id,
  teamId,
  type: 'I',
  clientId: client?.id ?? null,
  clientName: client?.name ?? null,
  providerId: null,
  folio: null,
  series: null,
  status: 'DRAFT',
  ...amountsOf(items),
  paymentForm: '99',
  paymentMethod: 'PPD',
  cfdiUse: client?.cfdiUse ?? 'G03',
  items,
  hasCartaPorte: false,
  uuid: null,
  verificationUrl: null,
  cartaPorteUrl: null,
  pdfUrl: null,
  xmlUrl: null,
  notes: null,
  conditions: null,
  noCartaPorteReason: null,
  errorMessage: null,
  createdAt,
  updatedAt: createdAt,
  version: FIRST_VERSION,
});

/**
 * A draft of type T: the team carries its own goods. It has no customer, price or tax. Form and method of payment are
 * not sent; the record has them because the interface's shape does.
 */
export const transferOf = (origin: InvoiceOrigin, items: readonly InvoiceItemInput[]): Invoice => ({
  ...draftOf(origin, undefined, itemsOfTransfer(items)),
  type: 'T',
  cfdiUse: TRANSFER_USE,
});

/**
 * A draft of type P: a receipt of the client's payments. It has no items and no amounts of its own. Form and method of
 * payment are not sent; the record has them because the interface's shape does.
 */
export const receiptOf = (origin: InvoiceOrigin, client: Pick<Client, 'id' | 'name'>): Invoice => ({
  ...draftOf(origin, undefined, []),
  type: 'P',
  clientId: client.id,
  clientName: client.name,
  cfdiUse: RECEIPT_USE,
});
