import type { OwedInvoice } from '../invoices/allocated';
import { AppError, validationError } from '../platform/errors';
import { type Cents, centsOf } from '../platform/values/money';
import type { Collection } from './collection';
import type { AllocationInput } from './payment';

/**
 * Throws VALIDATION_FAILED with the field of the first allocation that is not allowed. `openOf` is the amount that the
 * collection may allocate to a document.
 */
export function checkAllocations(
  allocations: readonly AllocationInput[],
  total: Cents,
  clientId: string,
  documents: readonly OwedInvoice[],
  openOf: (record: OwedInvoice) => Cents,
): void {
  const seen = new Set<string>();
  let sum: Cents = 0;
  for (const [index, { invoiceId, amount }] of allocations.entries()) {
    const field = `allocations[${index}]`;
    const record = documents.find(({ id }) => id === invoiceId);
    if (record === undefined) throw validationError(`${field}.invoiceId`, 'This team has no invoice with this id.');
    if (seen.has(invoiceId))
      throw validationError(`${field}.invoiceId`, 'This invoice is named twice. Send one amount for it.');
    seen.add(invoiceId);
    const wrong = reasonAgainst(record, clientId);
    if (wrong) throw validationError(`${field}.invoiceId`, wrong);
    if (centsOf(amount) > openOf(record))
      throw validationError(`${field}.amount`, 'This is more than what is open of the invoice. Send less.');
    sum += centsOf(amount);
    if (sum > total)
      throw validationError(`${field}.amount`, 'The allocations are more than the amount of the collection.');
  }
}

function reasonAgainst(record: OwedInvoice, clientId: string): string | undefined {
  if (record.type !== undefined) return 'Only an invoice of type I can be paid.';
  if (record.clientId !== clientId) return 'This invoice is of another client.';
  if (record.status !== 'VALID') return `This invoice is ${record.status}. Only a VALID one can be paid.`;
  return record.isReplaced ? 'Another invoice replaces this one. Send the id of that one.' : undefined;
}

/** A transaction has at most 100 writes. One is left for the row of an Idempotency-Key. */
const MOST_STEPS = 99;
const TOO_MANY_TRIPS = 'These invoices are of too many trips for one collection. Send those of at most 22 trips.';

/** Throws VALIDATION_FAILED when the documents are of more trips than one transaction can write. */
export function refuseTooManySteps<T>(steps: readonly T[]): readonly T[] {
  if (steps.length > MOST_STEPS) throw validationError('allocations', TOO_MANY_TRIPS);
  return steps;
}

/** The first documents that one transaction can write: a document has two writes, and each trip two more. */
export function fittingDocuments(documents: readonly OwedInvoice[]): OwedInvoice[] {
  const trips = new Set<string>();
  let steps = STEPS_OF_A_COLLECTION;
  return documents.filter(({ tripId }) => {
    const isNew = tripId !== undefined && !trips.has(tripId);
    const cost = isNew ? 4 : 2;
    if (steps + cost > MOST_STEPS) return false;
    steps += cost;
    if (isNew) trips.add(tripId);
    return true;
  });
}

/** The payment without a trip, the credit, the place and the audit entry. */
const STEPS_OF_A_COLLECTION = 4;

/** Allocations of a document cannot be reduced while a receipt or credit note of it is being stamped. */
export function refuseFreed(
  { allocations }: Collection,
  wanted: readonly AllocationInput[],
  documents: readonly OwedInvoice[],
): void {
  for (const { id, documentPending } of documents) {
    if (documentPending === undefined) continue;
    const sum = (some: readonly { invoiceId: string; amount: number; receiptId?: string | undefined }[]) =>
      some.reduce((cents, one) => cents + (one.invoiceId === id && !one.receiptId ? centsOf(one.amount) : 0), 0);
    if (sum(allocations) !== sum(wanted)) throw new AppError('DOCUMENT_PENDING');
  }
}
