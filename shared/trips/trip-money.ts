import { AppError } from '../platform/errors';
import { type Condition, unchanged } from '../platform/table/expression';
import { deleteIfPresent, putItem, type Step, update } from '../platform/table/steps';
import type { Cents } from '../platform/values/money';
import { MONEY_OF_TRIP, type MoneyOfTrip, paidAfter, receivableKey, receivableOf } from './receivable';
import { type TripRecord, tripKey } from './trip';

/**
 * The fields that determine the receivable are unchanged since the read. Each change of them uses this condition,
 * because the receivable that is written with it was computed from the read values.
 */
export const moneyUnchanged = (trip: MoneyOfTrip): Condition => unchanged(trip, MONEY_OF_TRIP);

/**
 * The steps that update the receivable in the transaction of a trip's change. Empty when the receivable stays equal.
 */
export function receivableSteps(teamId: string, before: MoneyOfTrip, after: MoneyOfTrip): Step[] {
  const [was, is] = [receivableOf(before), receivableOf(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const key = receivableKey(teamId, after.id);
  return is ? [putItem(key, is)] : [deleteIfPresent(key)];
}

/** The steps that change the trip's paid sum and its receivable. */
export function paidSteps(trip: TripRecord, change: Cents, changed: (found: TripRecord) => Error): Step[] {
  const paid = paidAfter(trip.paid, change);
  return [
    update(tripKey(trip.teamId, trip.id), { set: { paid } }, moneyUnchanged(trip), (found) =>
      found ? changed(found) : new AppError('NOT_FOUND'),
    ),
    ...receivableSteps(trip.teamId, trip, { ...trip, paid }),
  ];
}
