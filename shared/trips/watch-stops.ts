import { MOST_WATCHED, type WatchedStop, type WatchedStops } from '../fleet/watched-stops';
import { type Visit, visitOf } from './geofence';
import type { PlannedStop, StopRegisters, StoredStop } from './stop';
import type { TrackPoint } from './track-point';

type Located<S extends PlannedStop> = S & { readonly lat: number; readonly lng: number };

/** True for a stop with which positions can be compared. */
export const isLocated = <S extends PlannedStop>(stop: S): stop is Located<S> =>
  stop.lat !== undefined && stop.lng !== undefined;

const DONE = new Set(['SALIO', 'OMITIDA', 'QUITADA']);

const isDone = ({ left, departed, skipped, correction }: Partial<StopRegisters> = {}): boolean =>
  correction ? DONE.has(correction.status) : (left ?? departed ?? skipped) !== undefined;

/**
 * The stops to watch: those at which the truck is, then the next ones after the last visited stop, then the ones before it
 * that it passed by. Undefined when no stop has a place.
 */
export function watchedOf(
  planned: readonly StoredStop[],
  registers: readonly StopRegisters[],
  isThere: (stopId: string) => boolean = () => false,
): WatchedStops | undefined {
  const known = new Map(registers.map((one) => [one.stopId, one]));
  const stops = planned.filter(isLocated).toSorted((one, other) => one.order - other.order);
  if (stops.length === 0) return undefined;
  const last = stops.findLastIndex(
    ({ id }) => known.get(id)?.inside !== undefined || known.get(id)?.arrived !== undefined,
  );
  // Earlier trips did not drive back to a stop that the truck passed by.
  const passed = stops.slice(0, last + 1).map(({ ownKmh: _, ...stop }) => stop);
  const turn = [...stops.slice(last + 1), ...passed];
  const present = turn.filter(({ id }) => isThere(id));
  const ahead = turn.filter(({ id }) => !isThere(id) && !isDone(known.get(id)));
  const open = [...present, ...ahead];
  return {
    stops: open.slice(0, MOST_WATCHED).map((stop) => watched(stop, isThere(stop.id), known.get(stop.id))),
    hasMore: open.length > MOST_WATCHED,
  };
}

const watched = (
  { id, lat, lng, radiusM, window, estimatedDuration = 0, ownKmh }: Located<StoredStop>,
  isThere: boolean,
  registers: Partial<StopRegisters> = {},
): WatchedStop => ({
  ...{ id, lat, lng, radiusM, isThere, haltMinutes: estimatedDuration, told: registers.late?.told ?? 0 },
  ...(window && { latest: window.to }),
  ...(ownKmh !== undefined && { ownKmh }),
});

/** What positions change about the stops that are watched. */
export interface Crossing {
  readonly watched: WatchedStops;
  /** The registers to write, by stop. */
  readonly visits: ReadonlyMap<string, Visit>;
  readonly isCrossed: boolean;
}

/**
 * Compares points with the watched stops. Only an arrival or a departure is a crossing. A stop that the truck has left is no
 * longer watched: a return to it is found when the whole track is judged.
 */
export function crossingOf({ stops, hasMore }: WatchedStops, points: readonly TrackPoint[]): Crossing {
  const seen = stops.map((stop) => ({ stop, visit: visitOf(stop, points) }));
  const crossed = seen.filter(({ stop, visit }) => (visit.lastPoint ? !stop.isThere : visit.left !== undefined));
  const isLeft = new Set(crossed.flatMap(({ stop, visit }) => (visit.lastPoint ? [] : [stop.id])));
  return {
    isCrossed: crossed.length > 0,
    watched: {
      stops: seen.flatMap(({ stop, visit }) =>
        isLeft.has(stop.id) ? [] : [{ ...stop, isThere: stop.isThere || visit.lastPoint !== undefined }],
      ),
      hasMore,
    },
    // The arrival at a stop at which the truck is was written before.
    visits: new Map(crossed.map(({ stop, visit }) => [stop.id, stop.isThere ? { left: visit.left } : visit] as const)),
  };
}
