import { meanKmh, type RouteSpeeds } from '../routes/route-speeds';
import type { StoredStop } from './stop';
import { isLocated } from './watch-stops';

/** The ways from a stop to the next one of a plan, where both have a place. */
export function waysOf(planned: readonly StoredStop[]) {
  const stops = planned.toSorted((one, other) => one.order - other.order);
  return stops.flatMap((to, index) => {
    const from = stops[index - 1];
    return from && isLocated(from) && isLocated(to) ? [{ from, to }] : [];
  });
}

/** The stops with the mean speed of the last trips of the route on the way from the stop before each. */
export function withOwnSpeeds(planned: readonly StoredStop[], speeds: RouteSpeeds | undefined): StoredStop[] {
  const kmhTo = new Map(waysOf(planned).map(({ from, to }) => [to.id, meanKmh(speeds, from, to)]));
  return planned.map(({ ownKmh: _, ...stop }) => {
    const ownKmh = kmhTo.get(stop.id);
    return { ...stop, ...(ownKmh !== undefined && { ownKmh }) };
  });
}
