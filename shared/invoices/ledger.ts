import * as v from 'valibot';
import { type Condition, unchanged } from '../platform/table/expression';
import { Uuid, Whole } from '../platform/values/fields';
import { type Cents, centsOf } from '../platform/values/money';
import { isInForce } from './document-status';
import type { InvoiceStatus } from './invoice';

/**
 * The ledger of a document of type I in its summary item; its allocations stand apart (`allocated.ts`). Amounts are cents;
 * an absent amount is 0. `ledgerVersion` is absent until the ledger is opened, after the document became VALID. Each write
 * to these fields raises it and requires the version that was read.
 */
export const LedgerFields = {
  /** The sum of its VALID credit notes. */
  credited: v.optional(Whole),
  /** The sum of the lines of its live receipts, and their number. */
  receipted: v.optional(Whole),
  receiptCount: v.optional(Whole),
  /** The receipt or credit note that is being stamped. Another one must wait. */
  documentPending: v.optional(Uuid),
  /** The record whose cancellation was asked for last: this document, or a credit note or receipt of it. It stays after the decision. */
  cancellationOf: v.optional(Uuid),
  /** Its substitute is VALID: nothing is owed for this document any more. */
  isReplaced: v.optional(v.literal(true)),
  /** Its cancellation or substitution was entered: the ledger is no longer part of its trip. */
  isLedgerClosed: v.optional(v.literal(true)),
  /** Its trip may have advances that were not allocated to it yet: one transaction has room for a portion of them. */
  takesAdvances: v.optional(v.literal(true)),
  ledgerVersion: v.optional(Whole),
};

const LEDGER_FIELDS = [
  'credited',
  'receipted',
  'receiptCount',
  'documentPending',
  'cancellationOf',
  'isReplaced',
  'isLedgerClosed',
  'takesAdvances',
  'ledgerVersion',
] as const satisfies readonly (keyof typeof LedgerFields)[];
const LedgerSchema = v.object(LedgerFields);
export type Ledger = v.InferOutput<typeof LedgerSchema>;

/** A document with its ledger. `type` is absent for type I. */
export interface LedgerDocument extends Ledger {
  readonly type?: string | undefined;
  readonly status: InvoiceStatus;
  readonly total: number;
  readonly documentTotal?: number | undefined;
}

/** A record without its ledger, as answers show an invoice. */
export function withoutLedger<T extends Ledger>(record: T) {
  const { credited, receipted, receiptCount, documentPending, isReplaced, ...head } = record;
  const { isLedgerClosed, takesAdvances, ledgerVersion, cancellationOf, ...rest } = head;
  return rest;
}

/** The total of the document, in cents. */
export const documentCents = ({ total, documentTotal }: Pick<LedgerDocument, 'total' | 'documentTotal'>): Cents =>
  documentTotal ?? centsOf(total);

/** Whether a client owes the document: a type I document that is VALID or CANCELLED_PENDING and not replaced. */
export const isOwed = ({ type, status, isReplaced }: Pick<LedgerDocument, 'type' | 'status' | 'isReplaced'>): boolean =>
  type === undefined && isInForce({ status }) && !isReplaced;

/** Whether the document is entered at its trip and among the receivables. */
export const isLedgerOpen = ({ ledgerVersion, isLedgerClosed }: Ledger): boolean =>
  ledgerVersion !== undefined && !isLedgerClosed;

/** The part of the document that its credit notes leave, whatever was paid. */
export const chargedOf = (record: Pick<LedgerDocument, 'total' | 'documentTotal' | 'credited'>): Cents =>
  documentCents(record) - (record.credited ?? 0);

/** A document with the sum of its live allocations, in cents. */
interface AllocatedDocument extends LedgerDocument {
  readonly allocated: Cents;
}

/**
 * The open amount of a document. Below 0 only when credit notes took back what receipts of payment had confirmed. 0 for
 * a document that is not owed.
 */
export const open = (record: AllocatedDocument): Cents => (isOwed(record) ? chargedOf(record) - record.allocated : 0);

/**
 * What VALID receipts confirm beyond the document: credit notes took it back, and it stays with the receipts. It is the
 * client's credit of kind CREDIT_NOTE. 0 while the ledger is not open.
 */
export const receiptedBeyond = (record: LedgerDocument): Cents =>
  isLedgerOpen(record) ? Math.max(0, (record.receipted ?? 0) - chargedOf(record)) : 0;

/** The ledger and the status are unchanged since the read: the condition of each write to a ledger. */
export const ledgerUnchanged = (record: LedgerDocument): Condition =>
  unchanged(record, ['status', 'isReplaced', 'credited', 'documentPending', 'cancellationOf', 'ledgerVersion']);

/** The next version, for a change of the ledger. */
export const raised = ({ ledgerVersion = 0 }: Ledger) => ({ ledgerVersion: ledgerVersion + 1 });

/** The fields of a write to the ledger. Zero and undefined remove a field, so that a summary stays small. */
export function ledgerChange(before: LedgerDocument, after: Omit<Ledger, 'ledgerVersion'>) {
  const set: Record<string, unknown> = raised(before);
  const remove: string[] = [];
  for (const field of LEDGER_FIELDS) {
    if (field === 'ledgerVersion' || before[field] === after[field]) continue;
    if (after[field]) set[field] = after[field];
    else remove.push(field);
  }
  return { set, remove };
}
