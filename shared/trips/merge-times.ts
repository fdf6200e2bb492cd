import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import { allOf, unchanged } from '../platform/table/expression';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { withNextVersion } from '../platform/table/version';
import { writeOne } from '../platform/table/write';
import type { MoveFact } from './fact';
import { type TripRecord, tripKey } from './trip';
import { moneyUnchanged, receivableSteps } from './trip-money';

/** Gives the trip the driver's time of its start or end. Returns the changed trip. */
export async function mergeTimes(
  context: Context,
  trip: TripRecord,
  fact: MoveFact,
  changed: (found: TripRecord) => Error,
): Promise<TripRecord> {
  const { after, steps } = timeSteps(trip, fact, changed);
  const [step, ...others] = steps;
  if (step) await (others.length > 0 ? transact(context, steps) : writeOne(context, step));
  return after;
}

/**
 * The steps that give the trip the driver's time of its start or end, if no fact with a lesser identifier did. Of a start
 * the place belongs to it. A receivable that begins at the end follows in the same transaction.
 */
export function timeSteps(
  trip: TripRecord,
  fact: MoveFact,
  changed: (found: TripRecord) => Error,
): { readonly after: TripRecord; readonly steps: Step[] } {
  const [field, times] = timesOf(fact, trip);
  const first = trip[field];
  if (first !== undefined && first <= fact.id) return { after: trip, steps: [] };
  const after = withNextVersion({ ...trip, ...times });
  const asRead = allOf(unchanged(trip, [field]), fact.kind === 'TRIP_END' ? moneyUnchanged(trip) : {});
  const remove = Object.entries(times).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const step = update(tripKey(trip.teamId, trip.id), { set: times, remove }, asRead, (found) =>
    found ? changed(found) : new AppError('NOT_FOUND'),
  );
  return { after, steps: [step, ...receivableSteps(trip.teamId, trip, after)] };
}

/** The field that names the fact, and the fields that it gives the trip. */
const timesOf = ({ kind, id, at, lat, lng }: MoveFact, trip: TripRecord) =>
  kind === 'TRIP_START'
    ? (['startFactId', { startFactId: id, actualStartDate: at, startLat: lat, startLng: lng }] as const)
    : (['endFactId', { endFactId: id, actualEndDate: at, ...transitionOf(trip) }] as const);

/** What the trip keeps of its transition when a TRIP_END gives it another time. */
function transitionOf({ endFactId, endedBefore, endedById }: TripRecord) {
  if (endFactId === undefined) return { endedBefore: true as const };
  return endedBefore || endedById ? {} : { endedById: endFactId };
}
