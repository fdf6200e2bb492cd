import type { WatchedStops } from '../fleet/watched-stops';
import type { Coordinate } from '../platform/values/distance';
import { etasOf } from './eta';

const MINUTE_MS = 60_000;

/** A delay that is so many minutes greater is told again. */
const STEP_MINUTES = 30;

/** A stop that the truck will probably reach after the end of its window. */
export interface Delay {
  readonly stopId: string;
  readonly minutes: number;
  readonly told: number;
}

/** The delays at the watched stops, by the probable arrivals from a place. */
export function delaysOf({ stops }: WatchedStops, from: Coordinate, now: Date): Delay[] {
  const etas = etasOf(
    stops.map(({ id, lat, lng, haltMinutes, isThere, ownKmh }, order) => ({
      ...{ id, order, lat, lng, estimatedDuration: haltMinutes, ownKmh },
      status: isThere ? 'LLEGO' : 'PENDIENTE',
    })),
    from,
    now,
  );
  return stops.flatMap(({ id, latest, told }) => {
    const eta = etas.get(id);
    if (eta === undefined || latest === undefined) return [];
    const minutes = Math.floor((eta.at.getTime() - Date.parse(latest)) / MINUTE_MS);
    return minutes >= 0 ? [{ stopId: id, minutes, told }] : [];
  });
}

/** How many times a delay is told: once from `lateMinutes` on, and again for each 30 minutes more. */
export const tellings = (minutes: number, lateMinutes: number): number =>
  minutes < lateMinutes ? 0 : 1 + Math.floor((minutes - lateMinutes) / STEP_MINUTES);
