import * as v from 'valibot';
import type { WatchedStops } from '../fleet/watched-stops';
import type { Context } from '../platform/runtime/context';
import { update } from '../platform/table/steps';
import { exchangeOne } from '../platform/table/write';
import { replaces, VISIT_REGISTERS, type Visit, type VisitRegister, visitOf } from './geofence';
import { Outranked } from './merge-stop';
import { resolveLate } from './raise-late';
import { storedStops } from './read-stops';
import { type Moment, type StopRegisters, stopKey } from './stop';
import { segmentPoints } from './track';
import type { TrackPoint } from './track-point';
import { isLocated, watchedOf } from './watch-stops';

interface TripName {
  readonly teamId: string;
  readonly id: string;
}

/** Merges what positions say about a stop into its registers. Order and repetition have no effect. */
export async function writeVisit(
  context: Context,
  trip: TripName,
  stopId: string,
  visit: Visit,
  known: Partial<StopRegisters> = {},
): Promise<void> {
  for (const register of ['inside', 'left'] as const) {
    const moment = visit[register];
    if (moment && replaces(register, moment, known[register]))
      await writeMoment(context, trip, stopId, register, moment);
  }
}

/** The old registers cost nothing: an arrival in time resolves the alerts about a delay. */
async function writeMoment(
  context: Context,
  trip: TripName,
  stopId: string,
  register: VisitRegister,
  moment: Moment,
): Promise<void> {
  const key = stopKey(trip.teamId, trip.id, stopId);
  const before = await exchangeOne(
    context,
    update(
      key,
      { set: { stopId, [register]: moment } },
      {
        exists: undefined,
        absentOrEntry: {
          [register]: { name: 'key', is: VISIT_REGISTERS[register] === 'LEAST' ? '>=' : '<=', value: moment.key },
        },
      },
      () => new Outranked('The stop has a position that stays.'),
    ),
    'ALL_OLD',
  ).catch((failure: unknown) => {
    if (!(failure instanceof Outranked)) throw failure;
  });
  if (before && register === 'inside') await resolveLate(context, trip, v.parse(key.schema, before), moment.at);
}

/** What points say about all stops of a trip. */
interface Judged {
  /** The stops to watch from now on. Undefined when no stop has a place. */
  readonly watched: WatchedStops | undefined;
  /** The last point at each stop at which the truck is. */
  readonly lastInside: readonly TrackPoint[];
}

/** Compares points with all stops of the plan, also with those that the truck did not reach in their order. */
export async function judgeStops(context: Context, trip: TripName, points: readonly TrackPoint[]): Promise<Judged> {
  const { plan, registers } = await storedStops(context, trip);
  const known = new Map(registers.map((one) => [one.stopId, one]));
  const visits = new Map(plan.stops.filter(isLocated).map((stop) => [stop.id, visitOf(stop, points)]));
  for (const [stopId, visit] of visits) {
    const before = known.get(stopId) ?? { stopId };
    await writeVisit(context, trip, stopId, visit, before);
    const inside = before.inside ?? visit.inside;
    // An interrupted call can have written the arrival alone.
    if (inside) await resolveLate(context, trip, before, inside.at);
    known.set(stopId, { ...before, inside, left: before.left ?? visit.left });
  }
  const isThere = (stopId: string) => visits.get(stopId)?.lastPoint !== undefined;
  return {
    watched: watchedOf(plan.stops, [...known.values()], isThere),
    lastInside: [...visits.values()].flatMap(({ lastPoint }) => lastPoint ?? []),
  };
}

/**
 * Compares the whole track with all stops. Late points need this: an arrival and the departure after it can be in different
 * segments. `listed` are the points that are in no segment yet.
 */
export async function judgeTrack(context: Context, trip: TripName, listed: readonly TrackPoint[] = []): Promise<void> {
  const points = await segmentPoints(context, trip.teamId, trip.id);
  await judgeStops(context, trip, [...points, ...listed]);
}
