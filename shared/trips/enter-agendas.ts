import type { Context } from '../platform/runtime/context';
import { idOfDated } from '../platform/table/dated-places';
import { getItems, queryIndex } from '../platform/table/read';
import { FIRST_INSTANT } from '../platform/values/fields';
import { BELIEVED } from '../road-policy/policy';
import type { Route } from '../routes/route';
import {
  type Agenda,
  type AgendaPlan,
  type AgendaWrite,
  leaveAgenda,
  type ReadAgenda,
  type Resource,
  readAgendas,
} from './agenda';
import {
  afterEnd,
  DAY_MS,
  isUnfinished,
  LONGEST_MS,
  overlap,
  type Plan,
  type Planned,
  planOf,
  routesOf,
} from './plan-hours';
import { tripKey } from './trip';
import { placeOfTrips } from './trip-places';

/** The most plans of an agenda. Without a limit each plan of a busy vehicle would cost more than the one before. */
const MOST_PLANS = 100;
const PAGE = 500;
/**
 * After the change to REFUSE a function may believe the former policy for a minute and write a trip in half a minute, and the lists may lag. An
 * agenda that was made earlier may lack such a trip.
 */
const SETTLED = 2 * BELIEVED;

/** Where plans are read: in the table, and for a dry run also in what its rows would have written. */
export interface PlanReads {
  readonly agendas: (teamId: string, ids: readonly string[]) => Promise<readonly ReadAgenda[]>;
  /** The trips of a driver or vehicle that began from an instant on, also finished ones. */
  readonly listed: (of: ReadAgenda, field: Resource, from: number) => Promise<string[]>;
  readonly trips: (teamId: string, ids: readonly string[]) => Promise<readonly (Planned | undefined)[]>;
}

export const plansOfTable = (context: Context): PlanReads => ({
  agendas: (teamId, ids) => readAgendas(context, teamId, ids),
  listed: (of, field, from) => listed(context, of, field, from),
  trips: (teamId, ids) =>
    getItems(
      context,
      ids.map((id) => tripKey(teamId, id)),
    ),
});

/** A trip that needs the same driver or vehicle, and its hours. */
interface PlannedTrip {
  readonly trip: Planned;
  readonly plan: Plan;
}

/** A change of the agendas of a trip. */
export interface AgendaChange {
  /** The trip as it was. Undefined for a new one. */
  readonly before: Planned | undefined;
  readonly after: Planned;
  readonly left: readonly Resource[];
  readonly entered: readonly Resource[];
  /** `refusesSince` of the policy. */
  readonly since: string;
  /** The route of the trip, where it was read. */
  readonly route: Route | undefined;
}

/** What the agendas say of a plan, by what it needs, and the writes that enter it into them. */
export interface Entered {
  readonly overlaps: readonly (PlannedTrip & { readonly field: Resource })[];
  /** What has as many plans as an agenda takes. */
  readonly full: readonly Resource[];
  readonly writes: readonly AgendaWrite[];
}

/**
 * Compares a plan with the agendas of its driver and vehicle. Reads one unit for each kB of an agenda and one for each trip that overlaps. An agenda
 * that is missing or older than the policy is made from the lists of trips first: one unit for each trip of the last month and later.
 */
export async function enterAgendas(
  context: Context,
  reads: PlanReads,
  { before, after, left, entered, since, route }: AgendaChange,
): Promise<Entered> {
  const { teamId } = after;
  const plan = planOf(after, route ?? (await routesOf(context, [after], 1)).get(after.routeId));
  const leftIds = left.flatMap((field) => before?.[field] ?? []);
  const agendas = await reads.agendas(teamId, [...leftIds, ...entered.flatMap((field) => after[field] ?? [])]);
  const parts = await Promise.all(
    agendas.map(async (read): Promise<Entered> => {
      const field = entered.find((one) => after[one] === read.id);
      if (field === undefined) return { overlaps: [], full: [], writes: leaveAgenda(read, after.id) };
      return enter(context, reads, read, { trip: after, field, plan, since, isNew: before?.[field] !== read.id });
    }),
  );
  return {
    overlaps: parts.flatMap(({ overlaps }) => overlaps),
    full: parts.flatMap(({ full }) => full),
    writes: parts.flatMap(({ writes }) => writes),
  };
}

interface Entry {
  readonly trip: Planned;
  readonly field: Resource;
  readonly plan: Plan;
  readonly since: string;
  /** The trip was not in this agenda before. */
  readonly isNew: boolean;
}

async function enter(
  context: Context,
  reads: PlanReads,
  read: ReadAgenda,
  { trip, field, plan, since, isNew }: Entry,
): Promise<Entered> {
  const now = context.now();
  const known = isKnown(read.agenda, plan, since, isNew) ? read.agenda : undefined;
  const base = known ?? {
    madeAt: now.toISOString(),
    knownFrom: Math.min(plan.from, now.getTime()) - DAY_MS,
    plans: [],
  };
  const doubted = known
    ? known.plans.flatMap((one) => (overlap(one, plan) ? [one.tripId] : []))
    : [...(read.agenda?.plans ?? []).map(({ tripId }) => tripId), ...(await reads.listed(read, field, base.knownFrom))];
  const present = await presentPlans(context, reads, read, field, without(doubted, trip.id));
  const doubts = new Set([...doubted, trip.id]);
  const plans = [
    ...base.plans.filter(({ tripId }) => !doubts.has(tripId)),
    ...present.map((one) => ({ tripId: one.trip.id, ...one.plan })),
    { tripId: trip.id, ...plan },
  ];
  const kept = withoutPast(plans, trip.id, now.getTime());
  const knownFrom = Math.max(base.knownFrom, kept.knownFrom);
  return {
    overlaps: present.filter((one) => overlap(one.plan, plan)).map((one) => ({ ...one, field })),
    full: isNew && kept.plans.length > MOST_PLANS ? [field] : [],
    writes: [{ read, after: { madeAt: base.madeAt, knownFrom, plans: kept.plans } }],
  };
}

const without = (ids: readonly string[], own: string): string[] => [...new Set(ids)].filter((id) => id !== own);

/** True when the agenda holds all plans that this one can overlap. A full one is made anew before it refuses: trips may have left it unnoticed. */
function isKnown(agenda: Agenda | undefined, plan: Plan, since: string, isNew: boolean): boolean {
  if (agenda === undefined || plan.from < agenda.knownFrom) return false;
  const isSettled = Date.parse(agenda.madeAt) >= Date.parse(since) + SETTLED;
  return isSettled && !(isNew && agenda.plans.length >= MOST_PLANS);
}

/** The trips in the list of the driver or vehicle from a month before on, also finished ones. */
async function listed(context: Context, { teamId, id }: ReadAgenda, field: Resource, from: number): Promise<string[]> {
  const { index, partition } = placeOfTrips[field](teamId, id);
  const first = new Date(Math.max(from - LONGEST_MS, FIRST_INSTANT)).toISOString();
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await queryIndex(context, index, partition, { limit: PAGE, ascending: true, from: first, after });
    found.push(...page.positions);
    after = page.more ? page.positions.at(-1) : undefined;
  } while (after !== undefined);
  return found.map(idOfDated);
}

/** Those of the trips that are unfinished and still need the driver or vehicle, with the hours that they have now. */
async function presentPlans(
  context: Context,
  reads: PlanReads,
  { teamId, id }: ReadAgenda,
  field: Resource,
  ids: readonly string[],
): Promise<PlannedTrip[]> {
  const found = await reads.trips(teamId, ids);
  const trips = found.flatMap((trip) => (trip && trip[field] === id && isUnfinished(trip) ? [trip] : []));
  const routes = await routesOf(context, trips, trips.length);
  return trips.map((trip) => ({ trip, plan: planOf(trip, routes.get(trip.routeId)) }));
}

/** Drops the plans whose hours have passed from an agenda with too many plans, those that ended first before the others. */
function withoutPast(plans: readonly AgendaPlan[], own: string, now: number): Pick<Agenda, 'plans' | 'knownFrom'> {
  const past = plans.filter((plan) => plan.tripId !== own && afterEnd(plan) <= now);
  const dropped = past
    .sort((one, other) => afterEnd(one) - afterEnd(other))
    .slice(0, Math.max(0, plans.length - MOST_PLANS));
  const gone = new Set(dropped.map(({ tripId }) => tripId));
  return {
    plans: plans.filter(({ tripId }) => !gone.has(tripId)),
    knownFrom: Math.max(Number.NEGATIVE_INFINITY, ...dropped.map(afterEnd)),
  };
}
