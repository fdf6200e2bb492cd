import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { idOfDated } from '../platform/table/dated-places';
import { getItems, HIGHEST, queryIndex } from '../platform/table/read';
import { FIRST_INSTANT, Instant, LAST_INSTANT, Uuid } from '../platform/values/fields';
import { BothTexts, Message, type Text } from '../platform/values/text';
import type { Route } from '../routes/route';
import { RESOURCES, type Resource } from './agenda';
import { afterEnd, isUnfinished, LONGEST_MS, overlap, type Plan, type Planned, planOf, routesOf } from './plan-hours';
import { Trip, type TripRecord, tripKey } from './trip';
import { placeOfTrips } from './trip-places';

/** The positions that are read of each list, the trips, and the routes of those trips that have no planned end. */
const MOST_POSITIONS = 8;
const MOST_RECORDS = 8;
const MOST_ROUTES = 3;

/** The permissions of a comparison beside GetItem and BatchGetItem of the table. */
export const OVERLAP_PERMISSIONS = { gsi1: ['Query'], gsi2: ['Query'] } as const;

const Overlap = {
  /** What the warning is about. */
  code: v.literal('PLAN_OVERLAPS'),
  /** What both trips need. */
  field: v.picklist(RESOURCES),
  /** The other trip. */
  tripId: Uuid,
  /** The instant, in UTC, at which the other trip is to begin. */
  startDate: Instant,
  /** The instant, in UTC, at which it is to end: as planned, else by the duration of its route, else a day after its start. */
  endDate: Instant,
};

/** What a creation or a change of a trip warns of. */
export const TripWarning = v.object({ ...Overlap, message: Message });

/** The warnings in an answer. */
export const TripWarnings = {
  /** Other trips that need the driver or the vehicle in the same hours. Absent: none was found. */
  warnings: v.optional(v.array(TripWarning)),
};

/** A trip in the answer to a change of its plan. */
export const WarnedTrip = v.object({ ...Trip.entries, ...TripWarnings });

const KeptWarning = v.object({ ...Overlap, message: BothTexts });
export type KeptWarning = v.InferOutput<typeof KeptWarning>;

/** The warnings as the row of an Idempotency-Key keeps them, in both languages. */
export const KeptWarnings = { warnings: v.optional(v.array(KeptWarning)) };

/**
 * The warnings of a plan: unfinished trips that need the same driver or vehicle in the same hours. It reads at most seven units, if each trip and
 * route has at most 4 kB. The lists lag behind the table by a moment, so that two trips planned at once may both stay without a warning.
 */
export async function overlapWarnings(
  context: Context,
  trip: Planned,
  needed: readonly Resource[],
  route: Route | undefined,
): Promise<readonly KeptWarning[]> {
  const plan = planOf(trip, route ?? (await routesOf(context, [trip], 1)).get(trip.routeId));
  const others = await tripsAround(context, trip, plan, needed);
  const routes = await routesOf(context, others, MOST_ROUTES);
  return others.flatMap((other) => {
    const its = planOf(other, routes.get(other.routeId));
    if (!overlap(its, plan)) return [];
    return needed.filter((field) => other[field] === trip[field]).map((field) => warningOf(other, its, field));
  });
}

/** The unfinished trips of driver and vehicle that begin before the plan ends, the latest first. */
async function tripsAround(
  context: Context,
  trip: Planned,
  plan: Plan,
  needed: readonly Resource[],
): Promise<TripRecord[]> {
  const { teamId, id } = trip;
  const from = new Date(Math.max(plan.from - LONGEST_MS, FIRST_INSTANT)).toISOString();
  const end = afterEnd(plan);
  const bound = end > LAST_INSTANT ? HIGHEST : new Date(end).toISOString();
  const lists = await Promise.all(
    needed.map(async (field) => {
      const { index, partition } = placeOfTrips[field](teamId, trip[field] ?? '');
      const range = { limit: MOST_POSITIONS, from, to: bound };
      return (await queryIndex(context, index, partition, range)).positions.map(idOfDated);
    }),
  );
  const ids = alternating(lists).filter((one) => one !== id);
  const keys = ids.slice(0, MOST_RECORDS).map((one) => tripKey(teamId, one));
  const found = await getItems(context, keys, 'eventual');
  return found.flatMap((other) => (other && isUnfinished(other) ? [other] : []));
}

/** The members of all lists, once each: the first of each list, then the second of each. */
function alternating(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return [...new Set(Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat())];
}

const MESSAGES: Readonly<Record<Resource, Text>> = {
  driverId: {
    en: 'The driver has another trip in these hours. Choose another driver or other hours.',
    es: 'El operador tiene otro viaje en este horario. Elija otro operador u otro horario.',
  },
  vehicleId: {
    en: 'The vehicle has another trip in these hours. Choose another vehicle or other hours.',
    es: 'La unidad tiene otro viaje en este horario. Elija otra unidad u otro horario.',
  },
};

export const warningOf = (other: Planned, { to }: Plan, field: Resource): KeptWarning => ({
  code: 'PLAN_OVERLAPS',
  field,
  message: MESSAGES[field],
  tripId: other.id,
  startDate: other.startDate,
  endDate: new Date(to).toISOString(),
});
