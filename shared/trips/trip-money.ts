import type * as v from 'valibot';
import type { OwedInvoice } from '../invoices/allocated';
import { AppError } from '../platform/errors';
import { type Condition, unchanged } from '../platform/table/expression';
import type { ItemKey } from '../platform/table/keys';
import { deleteIfPresent, putItem, type Step, update } from '../platform/table/steps';
import {
  creditOf,
  documentReceivableKey,
  MONEY_OF_TRIP,
  type MoneyOfTrip,
  receivableKey,
  receivableOf,
  receivableOfDocument,
  tripCreditKey,
} from './receivable';
import { type TripRecord, tripKey } from './trip';

/**
 * The fields that determine the receivable are unchanged since the read. Each change of them uses this condition,
 * because the receivable that is written with it was computed from the read values.
 */
export const moneyUnchanged = (trip: MoneyOfTrip): Condition => unchanged(trip, MONEY_OF_TRIP);

/**
 * The steps that update the receivable in the transaction of a trip's change. Empty when the receivable stays equal.
 */
export const receivableSteps = (teamId: string, before: MoneyOfTrip, after: MoneyOfTrip): Step[] => [
  ...rowSteps(receivableKey(teamId, after.id), receivableOf(before), receivableOf(after)),
  ...rowSteps(tripCreditKey(teamId, after.id), creditOf(before), creditOf(after)),
];

/** Returns the condition and the steps that an edit of a trip adds: no other request changed the amounts since the read, and the receivable follows them. */
export const moneyEdit = (before: TripRecord, after: TripRecord): { condition: Condition; steps: Step[] } =>
  MONEY_OF_TRIP.every((field) => before[field] === after[field])
    ? { condition: {}, steps: [] }
    : { condition: moneyUnchanged(before), steps: receivableSteps(before.teamId, before, after) };

/** The steps that update the receivable in the transaction of a document's change. */
export const documentReceivableSteps = (before: OwedInvoice, after: OwedInvoice): Step[] =>
  after.clientId === null
    ? []
    : rowSteps(
        documentReceivableKey(after.teamId, after.clientId, after.id),
        receivableOfDocument(before),
        receivableOfDocument(after),
      );

function rowSteps<S extends v.GenericSchema<object>>(
  key: ItemKey<S>,
  was: (v.InferInput<S> & object) | undefined,
  is: (v.InferInput<S> & object) | undefined,
): Step[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return is ? [putItem(key, is)] : [deleteIfPresent(key)];
}

const KEPT = ['paid', 'estimate', 'documents', 'billed', 'applied'] as const;

/** The steps that change the amounts of a trip and its receivable. Empty when no amount changes. */
export function moneySteps(before: TripRecord, after: TripRecord, changed: (found: TripRecord) => Error): Step[] {
  const fields = KEPT.filter((field) => before[field] !== after[field]);
  if (fields.length === 0) return [];
  const set = Object.fromEntries(fields.map((field) => [field, after[field]]));
  return [
    update(tripKey(after.teamId, after.id), { set }, moneyUnchanged(before), (found) =>
      found ? changed(found) : new AppError('NOT_FOUND'),
    ),
    ...receivableSteps(after.teamId, before, after),
  ];
}
