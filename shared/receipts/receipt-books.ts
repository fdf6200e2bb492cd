import { type InvoiceRecord, invoiceKey, receiptPaymentsKey } from '../invoices/invoice-record';
import type { Ledger } from '../invoices/ledger';
import type { StoredPayment } from '../invoices/receipt';
import { PAYMENT_AS_READ, paymentChange } from '../payments/due-receipt';
import { type Allocation, type KeptPayment, needsReceipt, paymentKey } from '../payments/payment';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { getItem, getItems } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { centsOf } from '../platform/values/money';
import type { LineRules } from './line-taxes';
import { isBeyond, numberedLines, type PayableDocument } from './number-lines';
import { numberedPayments, positionsOfLines, type ReceiptLine, storedLines } from './receipt-lines';

/** A receipt's lines as stored, with its documents and payments as they were read. */
export interface ReceiptBooks {
  readonly lines: readonly StoredPayment[];
  readonly documents: readonly InvoiceRecord[];
  readonly payments: readonly KeptPayment[];
}

/** The changes that a transition of a receipt makes to its documents and payments, in its transaction. */
export interface ReceiptWrites {
  readonly ledgers: readonly { readonly record: InvoiceRecord; readonly after: Ledger }[];
  readonly payments: readonly PaymentWrite[];
  /** The numbered lines, which replace the stored ones. */
  readonly lines?: readonly StoredPayment[];
}

export interface PaymentWrite {
  readonly payment: KeptPayment;
  readonly allocations: readonly Allocation[];
}

const NO_WRITES: ReceiptWrites = { ledgers: [], payments: [] };

/** The summaries of at most 40 documents. */
export async function readRecords(context: Context, teamId: string, ids: readonly string[]): Promise<InvoiceRecord[]> {
  const records = await getItems(
    context,
    ids.map((id) => invoiceKey(teamId, id)),
  );
  return records.flatMap((record) => record ?? []);
}

export async function readBooksOf(context: Context, receipt: InvoiceRecord): Promise<ReceiptBooks> {
  const { teamId, id, documentIds = [] } = receipt;
  const lines = (await getItem(context, receiptPaymentsKey(teamId, id)))?.payments ?? [];
  const documents = await readRecords(context, teamId, documentIds);
  return { lines, documents, payments: await readLinePayments(context, teamId, lines) };
}

async function readLinePayments(
  context: Context,
  teamId: string,
  lines: readonly StoredPayment[],
): Promise<KeptPayment[]> {
  const positions = positionsOfLines(lines);
  const records = await getItems(
    context,
    positions.map((at) => paymentKey(teamId, at)),
  );
  return positions.flatMap((at, index) => {
    const record = records[index];
    return record ? [{ at, record }] : [];
  });
}

/** Reads what the transitions of a receipt change. */
export const readReceiptBooks = capability(
  { table: ['GetItem', 'BatchGetItem'] },
  (context) => (receipt: InvoiceRecord) => readBooksOf(context, receipt),
);

/** The steps of the payments. A payment that changed since it was read is refused. */
export const paymentSteps = (teamId: string, writes: readonly PaymentWrite[], refused: () => Error): Step[] =>
  writes.map(({ payment: { at, record }, allocations }) =>
    update(
      paymentKey(teamId, at),
      paymentChange(teamId, at, { ...record, allocations: [...allocations] }),
      unchanged(record, PAYMENT_AS_READ),
      refused,
    ),
  );

/** Whether an allocation can be the one of a line. */
type Candidate = (allocation: Allocation) => boolean;

/**
 * Changes the allocations of the lines. A line whose allocation is gone, or has another amount, changes none: `missing`
 * counts these.
 */
function changeAllocations(
  lines: readonly ReceiptLine[],
  payments: readonly KeptPayment[],
  isCandidate: Candidate,
  change: (allocation: Allocation) => Allocation,
): { writes: PaymentWrite[]; missing: number } {
  let missing = 0;
  const writes = payments.flatMap((payment) => {
    const { allocations = [], voidedAt } = payment.record;
    const changed = [...allocations];
    const taken = new Set<number>();
    for (const { invoiceId, paid } of lines.filter(({ paymentId }) => paymentId === payment.at.id)) {
      const at = allocations.findIndex(
        (one, index) =>
          !taken.has(index) && one.invoiceId === invoiceId && centsOf(one.amount) === paid && isCandidate(one),
      );
      const found = allocations[at];
      if (found === undefined || voidedAt !== undefined) {
        missing += 1;
        continue;
      }
      taken.add(at);
      changed[at] = change(found);
    }
    return taken.size > 0 ? [{ payment, allocations: changed }] : [];
  });
  const known = new Set(payments.map(({ at }) => at.id));
  return { writes, missing: missing + lines.filter(({ paymentId }) => !known.has(paymentId)).length };
}

const markedDraft =
  (draftId: string | undefined) =>
  ({ draftId: _, ...allocation }: Allocation): Allocation => ({ ...allocation, ...(draftId && { draftId }) });

/** A new draft marks its allocations. */
export const drafted = (id: string, lines: readonly ReceiptLine[], payments: readonly KeptPayment[]): PaymentWrite[] =>
  changeAllocations(lines, payments, needsReceipt, markedDraft(id)).writes;

/** A deleted draft marks its allocations no longer. */
export const undrafted = ({ id }: InvoiceRecord, { lines, payments }: ReceiptBooks): PaymentWrite[] =>
  changeAllocations(storedLines(lines), payments, ({ draftId }) => draftId === id, markedDraft(undefined)).writes;

/** Of the receipt itself, or of none. */
const isFree =
  (receiptId: string): Candidate =>
  (allocation) =>
    needsReceipt(allocation) || allocation.receiptId === receiptId;

/** Whether every line still has its allocation, and no other live receipt contains it. */
export function isUnchanged({ id, replaces }: InvoiceRecord, { lines, payments }: ReceiptBooks): boolean {
  const isOwn = isFree(id);
  const isCandidate: Candidate = (one) => isOwn(one) || (replaces !== undefined && one.receiptId === replaces);
  return changeAllocations(storedLines(lines), payments, isCandidate, (one) => one).missing === 0;
}

/**
 * The lock: numbers the lines from the ledgers and reserves the documents. Throws DOCUMENT_PENDING while another receipt
 * or credit note of a document is stamped. A substitute keeps the instalments and balances of a receipt that is in force: it has no
 * `payables`.
 */
export function reservedReceipt(
  { id }: Pick<InvoiceRecord, 'id'>,
  books: ReceiptBooks,
  payables: readonly PayableDocument[] | undefined,
  rules: LineRules,
): ReceiptWrites {
  for (const { documentPending = id } of books.documents)
    if (documentPending !== id)
      throw new AppError('DOCUMENT_PENDING', {
        message: {
          en: `The document ${documentPending} of the same invoice is being stamped. Refresh it, then stamp this one.`,
          es: `El comprobante ${documentPending} de la misma factura se está timbrando. Actualícelo y después timbre este.`,
        },
      });
  const cancelling = payables?.find((one) => one.cancelling !== undefined)?.cancelling;
  if (cancelling !== undefined)
    throw new AppError('DOCUMENT_PENDING', {
      message: {
        en: `The cancellation of ${cancelling}, of the same invoice, is not decided. Refresh it, then stamp this one.`,
        es: `La cancelación de ${cancelling}, de la misma factura, aún no se resuelve. Actualícela y después timbre este.`,
      },
    });
  const ledgers = books.documents.map((record) => ({ record, after: { ...record, documentPending: id } }));
  if (payables === undefined) return { ledgers, payments: [], lines: books.lines };
  const lines = storedLines(books.lines);
  const beyond = numberedLines(lines, payables).find(isBeyond);
  if (beyond)
    throw new AppError('CONFLICT', {
      message: {
        en: 'A payment is more than is left of its invoice. Delete the receipt, and make it again.',
        es: 'Un pago supera lo que le queda a su factura. Borre el complemento y vuelva a generarlo.',
      },
    });
  const { writes, missing } = changeAllocations(lines, books.payments, isFree(id), ({ draftId: _, ...allocation }) => ({
    ...allocation,
    receiptId: id,
    isReceiptPending: true,
  }));
  if (missing > 0) throw new AppError('CONFLICT');
  return { ledgers, payments: writes, lines: numberedPayments(books.lines, lines, books.documents, payables, rules) };
}

const freed = ({ id }: Pick<InvoiceRecord, 'id'>, record: InvoiceRecord): InvoiceRecord =>
  record.documentPending === id ? { ...record, documentPending: undefined } : record;

/** The cents and the number of the lines of a document. */
function linesOfDocument({ lines }: ReceiptBooks, documentId: string) {
  const own = storedLines(lines).filter(({ invoiceId }) => invoiceId === documentId);
  return { paid: own.reduce((sum, line) => sum + line.paid, 0), count: own.length };
}

const added = (record: InvoiceRecord, { paid, count }: { paid: number; count: number }, sign: 1 | -1): Ledger => ({
  ...record,
  receipted: Math.max(0, (record.receipted ?? 0) + sign * paid) || undefined,
  receiptCount: Math.max(0, (record.receiptCount ?? 0) + sign * count) || undefined,
});

/**
 * The receipt is VALID: its documents are receipted and free. With `replaced` it takes the place of a receipt that
 * counted.
 */
export function confirmed(
  receipt: Pick<InvoiceRecord, 'id'>,
  books: ReceiptBooks,
  replaced: string | undefined,
): ReceiptWrites {
  const ledgers = books.documents.map((record) => {
    const free = freed(receipt, record);
    const after = replaced === undefined ? added(free, linesOfDocument(books, record.id), 1) : free;
    return { record, after };
  });
  const isOwn = isFree(receipt.id);
  const { writes } = changeAllocations(
    storedLines(books.lines),
    books.payments,
    (one) => isOwn(one) || (replaced !== undefined && one.receiptId === replaced),
    ({ isReceiptPending: _, draftId: __, ...one }) => ({ ...one, receiptId: receipt.id }),
  );
  return { ledgers, payments: writes };
}

/** True while the documents are still reserved for the receipt. */
export const isReserved = ({ id }: Pick<InvoiceRecord, 'id'>, { documents }: ReceiptBooks): boolean =>
  documents.every(({ documentPending }) => documentPending === id);

/** The allocations of the receipt need another one, or have the one that it substituted. */
const givenUp = (
  { id }: Pick<InvoiceRecord, 'id'>,
  { lines, payments }: ReceiptBooks,
  restored?: string,
): PaymentWrite[] =>
  changeAllocations(
    storedLines(lines),
    payments,
    ({ receiptId }) => receiptId === id,
    ({ receiptId: _, isReceiptPending: __, ...one }) => ({ ...one, ...(restored && { receiptId: restored }) }),
  ).writes;

/** A definite refusal: documents and allocations are free again. */
export const releasedReceipt = (receipt: Pick<InvoiceRecord, 'id'>, books: ReceiptBooks): ReceiptWrites => ({
  ledgers: books.documents.flatMap((record) =>
    record.documentPending === receipt.id ? [{ record, after: freed(receipt, record) }] : [],
  ),
  payments: givenUp(receipt, books),
});

/**
 * The receipt is CANCELLED: its allocations need a receipt again. One that was substituted counts no more. `restored` is
 * the receipt that this one substituted, when that one counts again.
 */
export function revoked(receipt: InvoiceRecord, books: ReceiptBooks, restored?: string): ReceiptWrites {
  if (receipt.isReplaced) return NO_WRITES;
  const payments = givenUp(receipt, books, restored);
  if (restored !== undefined) return { ledgers: [], payments };
  const ledgers = books.documents.map((record) => ({
    record,
    after: added(record, linesOfDocument(books, record.id), -1),
  }));
  return { ledgers, payments };
}
