import type { Context } from '../platform/runtime/context';
import { getItems } from '../platform/table/read';
import { LAST_INSTANT } from '../platform/values/fields';
import { type Route, routeKey } from '../routes/route';
import { UNFINISHED } from './follow-names';
import type { TripRecord } from './trip';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** Trips that began so long before a plan are not searched, so that an old trip of a busy driver costs no read. */
export const LONGEST_MS = 31 * DAY_MS;

export type Planned = Pick<
  TripRecord,
  'id' | 'teamId' | 'status' | 'driverId' | 'vehicleId' | 'routeId' | 'startDate' | 'endDate'
>;

export interface Plan {
  readonly from: number;
  readonly to: number;
}

/** The hours of a trip: to its planned end, else for the duration of its route, else for a day. */
export function planOf({ startDate, endDate }: Planned, route: Pick<Route, 'estimatedDuration'> | undefined): Plan {
  const from = Date.parse(startDate);
  const lasts = route?.estimatedDuration ? route.estimatedDuration * MINUTE_MS : DAY_MS;
  // A year of five digits has another form of text.
  return { from, to: endDate === undefined ? Math.min(from + lasts, LAST_INSTANT) : Date.parse(endDate) };
}

/**
 * The start belongs to a plan and its end does not: a truck may leave at the minute at which it is due. A plan that ends when it begins stands for
 * its first instant.
 */
export const overlap = (one: Plan, other: Plan): boolean => one.from < afterEnd(other) && other.from < afterEnd(one);
export const afterEnd = ({ from, to }: Plan): number => Math.max(to, from + 1);

export const isUnfinished = ({ status }: Pick<TripRecord, 'status'>): boolean =>
  UNFINISHED.some((one) => one === status);

/** The routes that decide how long these trips last, by their identifiers. At most so many are read. */
export async function routesOf(
  context: Context,
  trips: readonly Planned[],
  most: number,
): Promise<ReadonlyMap<string | undefined, Route>> {
  const named = trips.flatMap(({ teamId, routeId, endDate }) =>
    routeId !== undefined && endDate === undefined ? [{ teamId, routeId }] : [],
  );
  const ids = [...new Map(named.map((one) => [one.routeId, one])).values()].slice(0, most);
  const found = await getItems(
    context,
    ids.map(({ teamId, routeId }) => routeKey(teamId, routeId)),
    'eventual',
  );
  return new Map(found.flatMap((one) => (one ? [[one.id, one]] : [])));
}
