import { type Coordinate, metresBetween } from '../platform/values/distance';

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
}

/** Roads are longer than the straight line. */
const DETOUR = 1.3;
const KMH = 60;
const MINUTE_MS = 60_000;
const METRES_PER_MINUTE = (KMH * 1_000) / 60;

/**
 * The probable arrival at each stop ahead, by its identifier: the straight lines along the stops times 1.3 at 60 km/h, and
 * the planned halts. The rest of a halt counts for the stop at which the truck is. A stop before one that was reached has none.
 */
export function etasOf(stops: readonly StopAhead[], from: Coordinate, now: Date): Map<string, Date> {
  const ordered = stops.toSorted((one, other) => one.order - other.order);
  const reached = ordered.findLastIndex(({ status }) => status !== 'PENDIENTE');
  const present = ordered[reached];
  let time = now.getTime() + (present ? restOfHalt(present, now) : 0);
  let here = from;
  const etas = new Map<string, Date>();
  for (const { id, lat, lng, estimatedDuration = 0 } of ordered.slice(reached + 1)) {
    if (lat === undefined || lng === undefined) {
      time += estimatedDuration * MINUTE_MS;
      continue;
    }
    time += ((metresBetween(here, { lat, lng }) * DETOUR) / METRES_PER_MINUTE) * MINUTE_MS;
    etas.set(id, new Date(Math.round(time / 1_000) * 1_000));
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
