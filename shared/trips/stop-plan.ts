import { TZDate } from '@date-fns/tz';
import type { Context } from '../platform/runtime/context';
import { type Condition, unchanged } from '../platform/table/expression';
import { allItems } from '../platform/table/lists';
import { getItems } from '../platform/table/read';
import { deleteIfPresent, putItem, type Step } from '../platform/table/steps';
import { localDay } from '../platform/values/calendar';
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

/**
 * The window of a stop: a time of day is one of the trip's day in the team's zone, and an instant is itself. Any other
 * text gives no window.
 */
export function windowOf(
  { estimatedArrival, windowMinutes = 0 }: Pick<Stop, 'estimatedArrival' | 'windowMinutes'>,
  startDate: string,
  timeZone: string,
): PlannedStop['window'] {
  if (estimatedArrival === null) return undefined;
  const from = instantOfArrival(estimatedArrival, startDate, timeZone);
  if (from === undefined) return undefined;
  const to = from + windowMinutes * MINUTE_MS;
  // A year of five digits has another form of text.
  return to > LAST_INSTANT ? undefined : { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function instantOfArrival(text: string, startDate: string, timeZone: string): number | undefined {
  if (isInstant(text)) return Date.parse(text);
  const [, hours, minutes] = TIME_OF_DAY.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const [year = 0, month = 1, day = 1] = localDay(new Date(startDate), timeZone).split('-').map(Number);
  return new TZDate(year, month - 1, day, Number(hours), Number(minutes), timeZone).getTime();
}

interface Surroundings {
  readonly startDate: string;
  readonly timeZone: string;
  readonly newId: () => string;
}

/** Copies a stop of a route. A place that was deleted from the list has no position. */
function plannedStop(stop: Stop, point: RoutePoint | undefined, { startDate, timeZone, newId }: Surroundings) {
  const planned: PlannedStop = {
    id: newId(),
    order: stop.order,
    name: stop.routePointName ?? point?.name ?? String(stop.order),
    address: stop.address ?? point?.address,
    lat: point?.lat,
    lng: point?.lng,
    radiusM: point?.radiusM ?? RADIUS_M,
    window: windowOf(stop, startDate, timeZone),
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
  const surroundings = { startDate, timeZone: team?.timeZone ?? DEFAULT_TIME_ZONE, newId: context.newId };
  const planned = stops.map((stop, index) => plannedStop(stop, points[index], surroundings));
  return { routeId, stops: withOwnSpeeds(planned, speeds) };
}

/**
 * The change of the plan that an edit of the trip brings: another route of a trip that has not begun replaces all stops
 * with their corrections. Later the stops stay, because the driver is on the road to them.
 */
export async function planEdit(
  context: Context,
  trip: TripRecord,
  edited: TripRecord,
  route: Route | undefined,
): Promise<{
  readonly derived: Pick<TripRecord, 'stopsRevision' | 'hasLine'>;
  readonly condition: Condition;
  readonly steps: readonly Step[];
}> {
  if (edited.routeId === trip.routeId || trip.status !== 'NO_INICIADO')
    return { derived: {}, condition: {}, steps: [] };
  const revision = (trip.stopsRevision ?? 0) + 1;
  const hasLine = route?.hasLine;
  const plan = route ? await copiedPlan(context, route, edited.startDate) : { stops: [] };
  return {
    derived: { stopsRevision: revision, ...(hasLine !== trip.hasLine && { hasLine: hasLine ?? false }) },
    condition: unchanged(trip, ['status', 'routeId', 'stopsRevision']),
    steps: [putItem(stopPlanKey(trip.teamId, trip.id), plan), ...(await removedStopSteps(context, trip))],
  };
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
