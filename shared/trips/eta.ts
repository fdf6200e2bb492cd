import type { Coordinate } from '../platform/values/distance';
import { roadMetresBetween } from '../routes/route-speeds';

/** A stop, as far as the time of arrival depends on it. */
export interface StopAhead {
  readonly id: string;
  readonly order: number;
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  /** Minutes of the halt. */
  readonly estimatedDuration?: number | undefined;
  /** PENDIENTE: the truck has not reached the stop. LLEGO: it is there. Any other status: it is done. */
  readonly status: 'PENDIENTE' | 'LLEGO' | 'OTHER';
  /** When the truck reached the stop. */
  readonly since?: string | undefined;
  /** The mean speed of earlier trips on the way to the stop, in km/h. */
  readonly ownKmh?: number | undefined;
}

/** FORMULA: at 60 km/h. OWN_MEAN: at the mean speed of earlier trips on at least one of the ways to the stop. */
export const ETA_SOURCES = ['FORMULA', 'OWN_MEAN'] as const;

/** A probable arrival. */
export interface Eta {
  readonly at: Date;
  readonly by: (typeof ETA_SOURCES)[number];
}

/** Where no trip has driven. */
const KMH = 60;
const MINUTE_MS = 60_000;
const minutesOf = (metres: number, kmh: number): number => metres / ((kmh * 1_000) / 60);

/**
 * The probable arrival at each stop ahead, by its identifier: the straight lines along the stops times 1.3 at the mean speed of earlier trips, or else at
 * 60 km/h, and the planned halts. The rest of a halt counts for the stop at which the truck is. A stop before one that was reached has none.
 */
export function etasOf(stops: readonly StopAhead[], from: Coordinate, now: Date): Map<string, Eta> {
  const ordered = stops.toSorted((one, other) => one.order - other.order);
  const reached = ordered.findLastIndex(({ status }) => status !== 'PENDIENTE');
  const present = ordered[reached];
  let time = now.getTime() + (present ? restOfHalt(present, now) : 0);
  let here = from;
  let by: Eta['by'] = 'FORMULA';
  const etas = new Map<string, Eta>();
  for (const { id, lat, lng, estimatedDuration = 0, ownKmh } of ordered.slice(reached + 1)) {
    if (lat === undefined || lng === undefined) {
      time += estimatedDuration * MINUTE_MS;
      continue;
    }
    if (ownKmh !== undefined) by = 'OWN_MEAN';
    time += minutesOf(roadMetresBetween(here, { lat, lng }), ownKmh ?? KMH) * MINUTE_MS;
    etas.set(id, { at: new Date(Math.round(time / 1_000) * 1_000), by });
    time += estimatedDuration * MINUTE_MS;
    here = { lat, lng };
  }
  return etas;
}

/** The milliseconds that the truck stays at a stop. */
function restOfHalt({ status, since, estimatedDuration = 0 }: StopAhead, now: Date): number {
  if (status !== 'LLEGO') return 0;
  const end = (since === undefined ? now.getTime() : Date.parse(since)) + estimatedDuration * MINUTE_MS;
  return Math.max(0, end - now.getTime());
}
