import {
  type InvoiceRecord,
  invoiceIndexes,
  invoiceKey,
  receiptPaymentsKey,
} from '../../shared/invoices/invoice-record';
import { invoiceCreationSteps, noteSteps } from '../../shared/invoices/invoice-writes';
import { type PaymentPosition, type PaymentRecord, paymentIndexes, paymentKey } from '../../shared/payments/payment';
import type { Context } from '../../shared/platform/runtime/context';
import { put, unexpectedConflict } from '../../shared/platform/table/steps';
import { transact } from '../../shared/platform/table/transact';
import { CLIENTS, PERSON, storedInvoice, TEAM } from './records';
import type { World } from './world';

/** The one document that all receipts of a run pay, so that each of them must wait for the others. */
export const PAID_DOCUMENT = '01890000-0000-7000-8000-0000000000d0';
const UUID = '01890000-0000-4000-8000-0000000000d0';
const TOTAL = 100_000_000;

const positionOf = (receiptId: string, at: string): PaymentPosition => ({
  id: `${receiptId.slice(0, 24)}f${receiptId.slice(25)}`,
  paidAt: at,
});

const amountOf = (index: number): number => 10 + index;

/** Inserts the document and, for each receipt, the payment that it confirms. */
export async function insertReceipts(context: Context, ids: readonly string[], at: string): Promise<void> {
  const refused = unexpectedConflict('A record of the proof');
  const document = storedInvoice(PAID_DOCUMENT, at, {
    status: 'VALID',
    uuid: UUID,
    issuedAt: at,
    total: TOTAL / 100,
    documentTotal: TOTAL,
    ledgerVersion: 1,
    providerId: 'document',
  });
  await transact(context, [put(invoiceKey(TEAM, PAID_DOCUMENT), document, {}, refused, invoiceIndexes(document))]);
  for (const [index, id] of ids.entries()) {
    const position = positionOf(id, at);
    const amount = amountOf(index);
    const payment: PaymentRecord = {
      amount,
      method: 'TRANSFERENCIA',
      clientId: CLIENTS[0],
      allocations: [{ invoiceId: PAID_DOCUMENT, uuid: UUID, amount, isPpd: true }],
      registeredBy: PERSON,
      createdAt: at,
    };
    const line = { invoiceId: PAID_DOCUMENT, uuid: UUID, installment: 1, lastBalance: 0, amount, balance: 0 };
    const documents = [{ ...line, taxes: [], paymentId: position.id, bases: [] }];
    const payments = [{ collectionId: position.id, paymentForm: '03', paidAt: at, documents }];
    const amounts = { items: [], subtotal: 0, taxAmount: 0, withheldAmount: 0, total: 0 };
    const receipt = storedInvoice(id, at, { type: 'P', cfdiUse: 'CP01', documentIds: [PAID_DOCUMENT], ...amounts });
    await transact(context, [
      put(paymentKey(TEAM, position), payment, {}, refused, paymentIndexes(TEAM, position, payment)),
      ...invoiceCreationSteps(receipt, { payments }),
      ...noteSteps(receipt),
    ]);
  }
}

const COUNTED: readonly InvoiceRecord['status'][] = ['VALID', 'CANCELLED_PENDING'];

/** Checks the ledger of the document, the allocations, and the instalments of the documents that are in force. */
export function checkReceipts(world: World): void {
  const { violations, table } = world;
  const document = world.record(PAID_DOCUMENT);
  const receipts = world.invoiceIds.flatMap((id) => world.record(id) ?? []);
  const counted = receipts.filter(({ status, isReplaced }) => COUNTED.includes(status) && !isReplaced);
  const lines = counted.flatMap(({ id }) => linesOf(world, id));
  const sum = lines.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0);
  if (document?.documentPending !== undefined) violations.push('a document stays reserved');
  if ((document?.receipted ?? 0) !== sum || (document?.receiptCount ?? 0) !== lines.length)
    violations.push('the ledger of a document differs from its receipts');
  const isTold = table.everything().some(({ type }) => type === 'RECEIPT_CONFLICT');
  const instalments = lines.map(({ installment }) => Number(installment)).sort((one, other) => one - other);
  // A document that a user made at the provider may bear an earlier date than the one that was numbered.
  const isForeign = world.provider.documents.some((one) => one.isForeign);
  if (!isTold && !isForeign && instalments.some((installment, index) => installment !== index + 1))
    violations.push('the instalments have a gap or repeat, and nothing told of it');
  const held = table
    .everything()
    .filter(({ pk }) => String(pk).endsWith('#PAYMENTS'))
    .flatMap(({ allocations }) => (Array.isArray(allocations) ? allocations.map((one) => Object(one)) : []))
    .filter(({ receiptId }) => receiptId !== undefined);
  if (held.some(({ isReceiptPending }) => isReceiptPending)) violations.push('an allocation waits for a receipt');
  const ids = new Set(counted.map(({ id }) => id));
  if (held.length !== lines.length || held.some(({ receiptId }) => !ids.has(receiptId)))
    violations.push('the allocations name other receipts than those in force');
}

function linesOf(world: World, id: string): Record<string, unknown>[] {
  const { payments } = world.table.at(receiptPaymentsKey(TEAM, id)) ?? {};
  const all = Array.isArray(payments) ? payments.map((one) => Object(one)) : [];
  return all.flatMap(({ documents }) => (Array.isArray(documents) ? documents.map((one) => Object(one)) : []));
}
