import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { idOfDated } from '../platform/table/dated-places';
import { getItems, HIGHEST, queryIndex } from '../platform/table/read';
import { FIRST_INSTANT, Instant, LAST_INSTANT, Uuid } from '../platform/values/fields';
import { BothTexts, Message, type Text } from '../platform/values/text';
import { recentRoadPolicy } from '../road-policy/policy';
import { type Route, routeKey } from '../routes/route';
import { UNFINISHED } from './follow-names';
import { Trip, type TripRecord, tripKey } from './trip';
import { placeOfTrips } from './trip-places';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Trips that began earlier are not searched, so that an old trip of a busy driver costs no read. */
const LONGEST_MS = 31 * DAY_MS;
/** The positions that are read of each list, the trips, and the routes of those trips that have no planned end. */
const MOST_POSITIONS = 8;
const MOST_RECORDS = 8;
const MOST_ROUTES = 3;

/** The permissions of {@link overlapWarnings} beside GetItem and BatchGetItem of the table. */
export const OVERLAP_PERMISSIONS = { gsi1: ['Query'], gsi2: ['Query'] } as const;

const Overlap = {
  /** What the warning is about. */
  code: v.literal('PLAN_OVERLAPS'),
  /** What both trips need. */
  field: v.picklist(['driverId', 'vehicleId']),
  /** The other trip. */
  tripId: Uuid,
  /** The instant, in UTC, at which the other trip is to begin. */
  startDate: Instant,
  /** The instant, in UTC, at which it is to end: as planned, else by the duration of its route, else a day after its start. */
  endDate: Instant,
};

/** What a creation or a change of a trip warns of. */
const TripWarning = v.object({ ...Overlap, message: Message });

/** The warnings in an answer. */
export const TripWarnings = {
  /** Other trips that need the driver or the vehicle in the same hours. Absent: none was found. */
  warnings: v.optional(v.array(TripWarning)),
};

/** A trip in the answer to a change of its plan. */
export const WarnedTrip = v.object({ ...Trip.entries, ...TripWarnings });

const KeptWarning = v.object({ ...Overlap, message: BothTexts });
type KeptWarning = v.InferOutput<typeof KeptWarning>;

/** The warnings as the row of an Idempotency-Key keeps them, in both languages. */
export const KeptWarnings = { warnings: v.optional(v.array(KeptWarning)) };

export type Resource = KeptWarning['field'];
/** What two trips cannot use in the same hours. */
export const RESOURCES: readonly Resource[] = Overlap.field.options;
type Planned = Pick<
  TripRecord,
  'id' | 'teamId' | 'status' | 'driverId' | 'vehicleId' | 'routeId' | 'startDate' | 'endDate'
>;

interface Plan {
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
const afterEnd = ({ from, to }: Plan): number => Math.max(to, from + 1);

const isUnfinished = ({ status }: Pick<TripRecord, 'status'>): boolean => UNFINISHED.some((one) => one === status);

interface Compared {
  /** What is compared with other trips. Absent: driver and vehicle. */
  readonly resources?: readonly Resource[];
  /** The trip's route, where it was read. */
  readonly route?: Route | undefined;
}

/**
 * The warnings of a plan: unfinished trips that need the same driver or vehicle in the same hours. With the policy it reads at most eight units, if
 * each trip and route has at most 4 kB, and nothing under `overlap: ALLOW`. The lists lag behind the table by a moment, so that two trips planned at
 * once may both stay without a warning.
 */
export async function overlapWarnings(
  context: Context,
  trip: Planned,
  { resources = RESOURCES, route }: Compared,
): Promise<{ readonly warnings?: KeptWarning[] }> {
  const needed = resources.filter((field) => trip[field] !== undefined);
  if (needed.length === 0 || !isUnfinished(trip)) return {};
  if ((await recentRoadPolicy(context, trip.teamId)).overlap === 'ALLOW') return {};
  const plan = planOf(trip, route ?? (await routesOf(context, [trip])).get(trip.routeId));
  const others = await tripsAround(context, trip, plan, needed);
  const routes = await routesOf(context, others);
  const warnings = others.flatMap((other) => {
    const its = planOf(other, routes.get(other.routeId));
    if (!overlap(its, plan)) return [];
    return needed.filter((field) => other[field] === trip[field]).map((field) => warningOf(other, its, field));
  });
  return warnings.length > 0 ? { warnings } : {};
}

/** The routes that decide how long these trips last, by their identifiers. */
async function routesOf(context: Context, trips: readonly Planned[]): Promise<ReadonlyMap<string | undefined, Route>> {
  const named = trips.flatMap(({ teamId, routeId, endDate }) =>
    routeId !== undefined && endDate === undefined ? [{ teamId, routeId }] : [],
  );
  const ids = [...new Map(named.map((one) => [one.routeId, one])).values()].slice(0, MOST_ROUTES);
  const found = await getItems(
    context,
    ids.map(({ teamId, routeId }) => routeKey(teamId, routeId)),
    'eventual',
  );
  return new Map(found.flatMap((one) => (one ? [[one.id, one]] : [])));
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
    es: 'El vehículo tiene otro viaje en este horario. Elija otro vehículo u otro horario.',
  },
};

const warningOf = (other: TripRecord, { to }: Plan, field: Resource): KeptWarning => ({
  code: 'PLAN_OVERLAPS',
  field,
  message: MESSAGES[field],
  tripId: other.id,
  startDate: other.startDate,
  endDate: new Date(to).toISOString(),
});
