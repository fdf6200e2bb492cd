import { operation as createCollection } from '../../functions/collections/create-collection';
import { operation as createCreditNote } from '../../functions/invoices/create-credit-note';
import { operation as createInvoice } from '../../functions/invoices/create-invoice';
import { operation as createReceipt } from '../../functions/receipts/create-receipt';
import type { Operation } from '../../shared/operation/define';
import type { Office } from './office';
import type { StampingOffices } from './stamping-office';
import { ITEM } from './store-invoices';

/** A team that stamps, with a client that has no documents yet. */
export interface ReceiptDesk {
  readonly office: Office;
  readonly clientId: string;
}

export async function openReceiptDesk({ open, insertCustomer }: StampingOffices): Promise<ReceiptDesk> {
  const office = await open();
  return { office, clientId: (await insertCustomer(office)).id };
}

/** The identifier of what the operation created. */
export async function made(office: Office, operation: Operation, request: object): Promise<string> {
  const headers = await office.exchange.bearer(undefined, office.id);
  const answer = await office.send(operation, { ...request, headers });
  expect([operation.id, answer.status]).toEqual([operation.id, 201]);
  return String(answer.body.id);
}

/** A VALID PPD invoice of 28,000.00. */
export async function validInvoice({ stamp }: StampingOffices, { office, clientId }: ReceiptDesk): Promise<string> {
  const id = await made(office, createInvoice, { body: { clientId, items: [{ ...ITEM, price: 25_000 }] } });
  expect((await stamp(office, id)).status).toBe(200);
  return id;
}

export const draftNote = ({ office }: ReceiptDesk, id: string, share = 0.5): Promise<string> =>
  made(office, createCreditNote, { path: { id }, body: { relation: '01', paymentForm: '03', share } });

export const collected = ({ office, clientId }: ReceiptDesk, amount = 1_000): Promise<string> =>
  made(office, createCollection, { body: { clientId, amount, method: 'TRANSFERENCIA' } });

export const receiptOf = ({ office, clientId }: ReceiptDesk, collectionId: string): Promise<string> =>
  made(office, createReceipt, { body: { clientId, collectionIds: [collectionId] } });
