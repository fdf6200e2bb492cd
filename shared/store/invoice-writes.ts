import type { InvoiceBeside, InvoiceRecord } from '../domain/invoice-records';
import { invoiceCountSteps } from './invoice-counts';
import { invoiceCartaPorteKey, invoiceIndexes, invoiceItemsKey, invoiceKey } from './keys';
import { create, neverRefused, type Step } from './steps';

/** What makes an invoice: its head, what lies beside it, and the counters. Its trip and its audit entry are the caller's. */
export function invoiceCreationSteps(record: InvoiceRecord, { items, cartaPorte }: InvoiceBeside = {}): Step[] {
  const { teamId, id } = record;
  const refused = neverRefused('An invoice');
  return [
    create(invoiceKey(teamId, id), record, refused, invoiceIndexes(record)),
    ...(items ? [create(invoiceItemsKey(teamId, id), { items: [...items] }, refused)] : []),
    ...(cartaPorte ? [create(invoiceCartaPorteKey(teamId, id), { cartaPorte }, refused)] : []),
    ...invoiceCountSteps(teamId, undefined, record),
  ];
}
