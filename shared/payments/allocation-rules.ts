import type { OwedInvoice } from '../invoices/allocated';
import { AppError, validationError } from '../platform/errors';
import { type Cents, centsOf } from '../platform/values/money';
import type { Text } from '../platform/values/text';
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
    if (record === undefined)
      throw validationError(`${field}.invoiceId`, {
        en: 'This team has no invoice with this id.',
        es: 'Esta empresa no tiene una factura con este id.',
      });
    if (seen.has(invoiceId))
      throw validationError(`${field}.invoiceId`, {
        en: 'This invoice is named twice. Send one amount for it.',
        es: 'Esta factura aparece dos veces. Envíe un solo importe para ella.',
      });
    seen.add(invoiceId);
    const wrong = reasonAgainst(record, clientId);
    if (wrong) throw validationError(`${field}.invoiceId`, wrong);
    if (centsOf(amount) > openOf(record))
      throw validationError(`${field}.amount`, {
        en: 'This is more than what is open of the invoice. Send less.',
        es: 'Es más de lo que falta pagar de la factura. Envíe menos.',
      });
    sum += centsOf(amount);
    if (sum > total)
      throw validationError(`${field}.amount`, {
        en: 'The allocations are more than the amount of the collection.',
        es: 'Las aplicaciones suman más que el importe del cobro.',
      });
  }
}

function reasonAgainst(record: OwedInvoice, clientId: string): Text | undefined {
  if (record.type !== undefined)
    return { en: 'Only an invoice of type I can be paid.', es: 'Solo se puede pagar una factura de tipo I.' };
  if (record.clientId !== clientId)
    return { en: 'This invoice is of another client.', es: 'Esta factura es de otro cliente.' };
  if (record.status !== 'VALID')
    return {
      en: `This invoice is ${record.status}. Only a VALID one can be paid.`,
      es: `Esta factura está ${record.status}. Solo se puede pagar una VALID.`,
    };
  return record.isReplaced
    ? {
        en: 'Another invoice replaces this one. Send the id of that one.',
        es: 'Otra factura reemplaza a esta. Envíe el id de esa.',
      }
    : undefined;
}

/** A transaction has at most 100 writes. One is left for the row of an Idempotency-Key. */
const MOST_STEPS = 99;
/** An invoice has two writes (its sum and its receivable), and so has a trip (itself and its payment). */
const STEPS_OF_EACH = 2;
/** The place, the audit entry, the payment without a trip, and the client's credits: on account and of notes. */
const STEPS_OF_A_COLLECTION = 5;
/** Invoices and their trips, counted together, that one collection can always pay. */
const MOST_TOGETHER = (MOST_STEPS - STEPS_OF_A_COLLECTION) / STEPS_OF_EACH;
const TOO_MANY = {
  en: `One collection can pay at most ${MOST_TOGETHER} invoices and trips, counted together: 40 invoices of ${MOST_TOGETHER - 40} trips, or 23 of as many. A change counts the former ones too. Send fewer, and register the rest as another collection.`,
  es: `Un cobro puede pagar como máximo ${MOST_TOGETHER} facturas y viajes, contados juntos: 40 facturas de ${MOST_TOGETHER - 40} viajes, o 23 de otros tantos. Un cambio cuenta también los anteriores. Envíe menos y registre el resto como otro cobro.`,
};

/** Throws VALIDATION_FAILED when the documents and their trips are more than one transaction can write. */
export function refuseTooManySteps<T>(steps: readonly T[]): readonly T[] {
  if (steps.length > MOST_STEPS) throw validationError('allocations', TOO_MANY);
  return steps;
}

/** The first documents that one transaction can write. */
export function fittingDocuments(documents: readonly OwedInvoice[]): OwedInvoice[] {
  const trips = new Set<string>();
  const end = documents.findIndex(({ tripId }, index) => {
    if (tripId !== undefined) trips.add(tripId);
    return index + 1 + trips.size > MOST_TOGETHER;
  });
  return documents.slice(0, end < 0 ? undefined : end);
}

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
