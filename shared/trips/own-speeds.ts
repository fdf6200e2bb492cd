import { meanKmh, type RouteSpeeds } from '../routes/route-speeds';
import type { StoredStop } from './stop';
import { isLocated } from './watch-stops';

/** The stops with the mean speed of the last trips of the route on the way from the stop before each. */
export function withOwnSpeeds(planned: readonly StoredStop[], speeds: RouteSpeeds | undefined): StoredStop[] {
  const ordered = planned.toSorted((one, other) => one.order - other.order);
  return planned.map(({ ownKmh: _, ...stop }) => {
    const before = ordered[ordered.findIndex(({ id }) => id === stop.id) - 1];
    const ownKmh = before && isLocated(before) && isLocated(stop) ? meanKmh(speeds, before, stop) : undefined;
    return { ...stop, ...(ownKmh !== undefined && { ownKmh }) };
  });
}
