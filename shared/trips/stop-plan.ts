import { TZDate } from '@date-fns/tz';
import type { Context } from '../platform/runtime/context';
import { type Condition, unchanged } from '../platform/table/expression';
import { allItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import { deleteIfPresent, putItem, type Step } from '../platform/table/steps';
import { daysBetween, localDay } from '../platform/values/calendar';
import { isInstant, LAST_INSTANT } from '../platform/values/fields';
import type { Route, Stop } from '../routes/route';
import { type RoutePoint, routePointKey } from '../routes/route-point';
import { routeSpeedsKey } from '../routes/route-speeds';
import { DEFAULT_TIME_ZONE, teamKey } from '../teams/team';
import { withOwnSpeeds } from './own-speeds';
import { type PlannedStop, type StopPlan, stopKey, stopPlanKey, stopsOfTrip } from './stop';
import type { TripRecord } from './trip';

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;
const MINUTE_MS = 60_000;

/** The radius of a place that has none of its own, in metres. */
const RADIUS_M = 200;

/** A first stop may be this long before the planned start: the truck loads, and then starts. */
const LOADS_BEFORE_MS = 12 * 60 * MINUTE_MS;

/** A trip as the windows of its stops need it. */
interface Journey {
  readonly startDate: string;
  readonly timeZone: string;
}

/**
 * The windows of stops in their order: a time of day is one of the trip's day in the team's zone, or of the next day that puts it behind the stop
 * before, so that a trip of the night arrives after it has started. An instant is itself. Any other text gives no window.
 */
export function windowsOf(
  stops: readonly Pick<Stop, 'estimatedArrival' | 'windowMinutes'>[],
  journey: Journey,
): PlannedStop['window'][] {
  let notBefore = Date.parse(journey.startDate) - LOADS_BEFORE_MS;
  return stops.map(({ estimatedArrival, windowMinutes = 0 }) => {
    const from = estimatedArrival === null ? undefined : instantOfArrival(estimatedArrival, notBefore, journey);
    if (from === undefined) return undefined;
    const to = from + windowMinutes * MINUTE_MS;
    // A year of five digits has another form of text.
    if (to > LAST_INSTANT) return undefined;
    notBefore = from;
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  });
}

function instantOfArrival(text: string, notBefore: number, { startDate, timeZone }: Journey): number | undefined {
  if (isInstant(text)) return Date.parse(text);
  const [, hours, minutes] = TIME_OF_DAY.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const first = new Date(Math.max(Date.parse(startDate), notBefore));
  const [year = 0, month = 1, day = 1] = localDay(first, timeZone).split('-').map(Number);
  const onDay = (further: number) =>
    new TZDate(year, month - 1, day + further, Number(hours), Number(minutes), timeZone).getTime();
  const sameDay = onDay(0);
  return sameDay < notBefore ? onDay(1) : sameDay;
}

/** Copies a stop of a route. A place that was deleted from the list has no position. */
function plannedStop(id: string, stop: Stop, point: RoutePoint | undefined, window: PlannedStop['window']) {
  const planned: PlannedStop = {
    id,
    order: stop.order,
    // The route has the name of the day on which it was saved; address and position are those of today.
    name: point?.name ?? stop.routePointName ?? String(stop.order),
    address: stop.address ?? point?.address,
    lat: point?.lat,
    lng: point?.lng,
    radiusM: point?.radiusM ?? RADIUS_M,
    window,
    estimatedDuration: stop.estimatedDuration,
    contactName: stop.contactName ?? point?.contactName,
    contactPhone: stop.contactPhone ?? point?.contactPhone,
    requires: stop.requires,
  };
  return planned;
}

/** The plan of a trip that follows a route: a copy, which later changes of route and places do not reach. */
export async function copiedPlan(
  context: Context,
  { id: routeId, stops, teamId }: Route,
  startDate: string,
): Promise<StopPlan> {
  const [team, speeds, ...points] = await getItems(context, [
    stops.some(({ estimatedArrival }) => TIME_OF_DAY.test(estimatedArrival ?? '')) ? teamKey(teamId) : undefined,
    stops.length > 1 ? routeSpeedsKey(teamId, routeId) : undefined,
    ...stops.map(({ routePointId }) => routePointKey(teamId, routePointId)),
  ]);
  const windows = windowsOf(stops, { startDate, timeZone: team?.timeZone ?? DEFAULT_TIME_ZONE });
  const planned = stops.map((stop, index) => plannedStop(context.newId(), stop, points[index], windows[index]));
  return { routeId, stops: withOwnSpeeds(planned, speeds) };
}

interface PlanEdit {
  readonly derived: Pick<TripRecord, 'stopsRevision' | 'hasLine'>;
  readonly condition: Condition;
  readonly steps: readonly Step[];
}
const UNCHANGED: PlanEdit = { derived: {}, condition: {}, steps: [] };

/**
 * The change of the plan that an edit of the trip brings: another route of a trip that has not begun replaces all stops
 * with their corrections, and another day of the start moves their windows. Later the stops stay, because the driver is on the road to them.
 */
export async function planEdit(
  context: Context,
  trip: TripRecord,
  edited: TripRecord,
  route: Route | undefined,
): Promise<PlanEdit> {
  if (trip.status !== 'NO_INICIADO') return UNCHANGED;
  if (edited.routeId === trip.routeId) return windowEdit(context, trip, edited);
  const revision = (trip.stopsRevision ?? 0) + 1;
  const hasLine = route?.hasLine;
  const plan = route ? await copiedPlan(context, route, edited.startDate) : { stops: [] };
  return {
    derived: { stopsRevision: revision, ...(hasLine !== trip.hasLine && { hasLine: hasLine ?? false }) },
    condition: unchanged(trip, ['status', 'routeId', 'stopsRevision']),
    steps: [putItem(stopPlanKey(trip.teamId, trip.id), plan), ...(await removedStopSteps(context, trip))],
  };
}

/** Moves the windows by as many days as the planned start. */
async function windowEdit(context: Context, trip: TripRecord, { startDate }: TripRecord): Promise<PlanEdit> {
  if (startDate === trip.startDate) return UNCHANGED;
  const key = stopPlanKey(trip.teamId, trip.id);
  const [plan, team] = await getItems(context, [key, teamKey(trip.teamId)]);
  const timeZone = team?.timeZone ?? DEFAULT_TIME_ZONE;
  const [before, after] = [trip.startDate, startDate].map((at) => localDay(new Date(at), timeZone));
  const days = daysBetween(before ?? '', after ?? '');
  if (!plan || days === 0 || plan.stops.every(({ window }) => window === undefined)) return UNCHANGED;
  const stops = plan.stops.map((stop) => ({ ...stop, window: movedWindow(stop.window, days, timeZone) }));
  return {
    derived: { stopsRevision: (trip.stopsRevision ?? 0) + 1 },
    condition: unchanged(trip, ['status', 'routeId', 'stopsRevision']),
    steps: [putItem(key, { ...plan, stops })],
  };
}

/** The window at the same times of day, so many days later. */
function movedWindow(window: PlannedStop['window'], days: number, timeZone: string): PlannedStop['window'] {
  if (window === undefined) return undefined;
  const [from = 0, to = 0] = [window.from, window.to].map((at) => {
    const local = new TZDate(at, timeZone);
    return local.setDate(local.getDate() + days);
  });
  return to > LAST_INSTANT ? undefined : { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** Deletes what was said about the stops of a trip that has not begun: no phone has reported anything, so these are corrections. */
async function removedStopSteps(context: Context, { teamId, id, stopsRevision }: TripRecord): Promise<Step[]> {
  if (stopsRevision === undefined) return [];
  const registers = await allItems(context, { ...stopsOfTrip(teamId, id), consistent: true });
  return registers.map(({ stopId }) => deleteIfPresent(stopKey(teamId, id, stopId)));
}

/** Deletes the stops of a trip that is deleted. */
export const removedPlanSteps = async (context: Context, trip: TripRecord): Promise<Step[]> =>
  trip.stopsRevision === undefined
    ? []
    : [deleteIfPresent(stopPlanKey(trip.teamId, trip.id)), ...(await removedStopSteps(context, trip))];
