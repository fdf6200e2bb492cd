import { AppError } from '../platform/errors';
import { type Condition, unchanged } from '../platform/table/expression';
import { deleteIfPresent, putItem, type Step, update } from '../platform/table/steps';
import type { Cents } from '../platform/values/money';
import { MONEY_OF_TRIP, type MoneyOfTrip, paidAfter, receivableKey, receivableOf } from './receivable';
import { type TripRecord, tripKey } from './trip';

/**
 * That nothing changed since it was read of what decides what is owed for a trip. Every change of it carries this, because the receivable
 * that is written with it was counted from what was read.
 */
export const moneyUnchanged = (trip: MoneyOfTrip): Condition => unchanged(trip, MONEY_OF_TRIP);

/** What a change of a trip means for its receivable, in the same transaction: nothing where as much is owed as before. */
export function receivableSteps(teamId: string, before: MoneyOfTrip, after: MoneyOfTrip): Step[] {
  const [was, is] = [receivableOf(before), receivableOf(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const key = receivableKey(teamId, after.id);
  return is ? [putItem(key, is)] : [deleteIfPresent(key)];
}

/** Moves the sum of a trip's payments, and what is owed for it. */
export function paidSteps(trip: TripRecord, change: Cents, changed: (found: TripRecord) => Error): Step[] {
  const paid = paidAfter(trip.paid, change);
  return [
    update(tripKey(trip.teamId, trip.id), { set: { paid } }, moneyUnchanged(trip), (found) =>
      found ? changed(found) : new AppError('NOT_FOUND'),
    ),
    ...receivableSteps(trip.teamId, trip, { ...trip, paid }),
  ];
}
