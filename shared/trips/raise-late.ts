import { alertSteps, notedResolutionSteps, resolutionSteps } from '../alerts/alerts';
import type { PositionPlace } from '../fleet/position-places';
import { ALL_TOLD, type WatchedStops } from '../fleet/watched-stops';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { ignoreOvertaken, overtaken } from '../platform/table/overtaken';
import { getItems } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { Coordinate } from '../platform/values/distance';
import { recentRoadPolicy } from '../road-policy/policy';
import { type Delay, delaysOf, tellings } from './late-stops';
import { minutesAfter } from './road-watch';
import { REPORTED, type StopRegisters, stopKey, stopPlanKey } from './stop';

/** The position item of a trip, as a write left it. */
interface WatchedTrip {
  readonly teamId: string;
  readonly tripId: string;
  readonly place: PositionPlace;
  readonly watched: WatchedStops;
  readonly lastKey: string | undefined;
  readonly stopsRevision: number | undefined;
}

/** The next position is judged anew. */
const changed = overtaken('The position item or the stop has changed.');

/**
 * Raises TRIP_LATE for each watched stop that the truck will probably reach too late, once, and again for each 30 minutes
 * more. Without a delay nothing is read. The transaction requires that neither the position item nor the stop has changed, so that
 * of two calls at once one raises the alert.
 */
export async function raiseLate(context: Context, trip: WatchedTrip, from: Coordinate, at: Date): Promise<void> {
  const delays = delaysOf(trip.watched, from, at);
  if (delays.length === 0) return;
  const { lateMinutes } = await recentRoadPolicy(context, trip.teamId);
  let { watched } = trip;
  for (const delay of delays) {
    const told = Math.min(ALL_TOLD - 1, tellings(delay.minutes, lateMinutes));
    if (delay.told < told) watched = await tell(context, { ...trip, watched }, { ...delay, told }, lateMinutes);
  }
}

/** Writes the alert, and returns the watched stops after it. */
async function tell(context: Context, trip: WatchedTrip, delay: Delay, lateMinutes: number): Promise<WatchedStops> {
  const { teamId, tripId, watched } = trip;
  const { stopId, minutes } = delay;
  const key = stopKey(teamId, tripId, stopId);
  const [plan, registers = { stopId }] = await getItems(context, [stopPlanKey(teamId, tripId), key]);
  const planned = plan?.stops.find(({ id }) => id === stopId);
  const isDone = [...REPORTED, 'correction' as const].some((register) => registers[register] !== undefined);
  const after = withTold(watched, stopId, isDone ? ALL_TOLD : delay.told);
  const steps = [itemStep(trip, after)];
  // A run of the schedule changes no key of the position item, so another run may have told this delay since the item was read.
  const isTold = (registers.late?.told ?? 0) >= delay.told;
  if (!isDone && !isTold && planned?.window) {
    const alertId = context.newId();
    const until = minutesAfter(planned.window.to, lateMinutes);
    const late = { told: delay.told, until, alertIds: [...(registers.late?.alertIds ?? []), alertId] };
    const asRead = { exists: undefined, ...unchanged(registers, [...REPORTED, 'correction', 'late']) };
    const facts = { name: planned.name, minutesLate: minutes };
    steps.push(
      update(key, { set: { stopId, late } }, asRead, changed),
      ...alertSteps(context, teamId, { type: 'TRIP_LATE', entityId: tripId, facts }, alertId),
    );
  }
  return transact(context, steps).then(
    () => after,
    (failure: unknown) => {
      ignoreOvertaken(failure);
      return watched;
    },
  );
}

const withTold = ({ stops, hasMore }: WatchedStops, stopId: string, told: number): WatchedStops => ({
  stops: stops.map((stop) => (stop.id === stopId ? { ...stop, told } : stop)),
  hasMore,
});

const itemStep = ({ teamId, tripId, place, lastKey, stopsRevision }: WatchedTrip, watched: WatchedStops): Step =>
  update(
    place.key(teamId, tripId),
    { set: place.stored({ watched }) },
    { equals: place.stored({ lastKey, stopsRevision }) },
    changed,
  );

/** An alert takes two writes to resolve, and a transaction holds 100. A delay of a day has more alerts than that. */
const RESOLVED_AT_ONCE = 40;

/**
 * Resolves the alerts about a delay when the truck was at the stop in time. Without an arrival it resolves them in any case: the truck need not
 * go there. An alert that a member moves meanwhile stays as the member left it.
 */
export async function resolveLate(
  context: Context,
  trip: { readonly teamId: string; readonly id: string },
  { stopId, late }: Pick<StopRegisters, 'stopId' | 'late'>,
  arrivedAt?: string,
): Promise<void> {
  if (late === undefined || late.alertIds.length === 0) return;
  if (arrivedAt !== undefined && arrivedAt > late.until) return;
  const { teamId, id } = trip;
  const alertIds = late.alertIds.slice(0, RESOLVED_AT_ONCE);
  const steps = await notedResolutionSteps(context, teamId, alertIds, changed);
  const left = { ...late, alertIds: late.alertIds.slice(RESOLVED_AT_ONCE) };
  const forgotten = update(
    stopKey(teamId, id, stopId),
    { set: { late: left } },
    unchanged({ late }, ['late']),
    changed,
  );
  await transact(context, [...steps, forgotten]).then(
    () => resolveLate(context, trip, { stopId, late: left }, arrivedAt),
    ignoreOvertaken,
  );
}

/** How the alerts about delays at stops that an edit deletes are resolved. */
interface DeletedDelays {
  /** The writes for the transaction of the deletion: nothing names the alerts after it. */
  readonly steps: readonly Step[];
  /** Resolves the alerts for which that transaction has no place. */
  readonly resolveRest: () => Promise<void>;
}

/** Resolves the alerts about delays at stops that are deleted. `refused` is the refusal when a member moves one of them meanwhile. */
export async function deletedDelays(
  context: Context,
  teamId: string,
  deleted: readonly Pick<StopRegisters, 'late'>[],
  refused: () => Error,
): Promise<DeletedDelays> {
  const alertIds = deleted.flatMap(({ late }) => late?.alertIds ?? []);
  return {
    steps: await resolutionSteps(context, teamId, alertIds.slice(0, RESOLVED_AT_ONCE), refused),
    resolveRest: async () => {
      for (let from = RESOLVED_AT_ONCE; from < alertIds.length; from += RESOLVED_AT_ONCE) {
        const ids = alertIds.slice(from, from + RESOLVED_AT_ONCE);
        const steps = await notedResolutionSteps(context, teamId, ids, changed);
        if (steps.length > 0) await transact(context, steps).catch(ignoreOvertaken);
      }
    },
  };
}
