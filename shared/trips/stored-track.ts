import { readPosition } from '../fleet/position-places';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { driverOfLeg } from './judge-position';
import { segmentsOf } from './track';
import { decodePoints, decodeRun, type TrackPoint, trackOf } from './track-point';
import type { TripRecord } from './trip';

/**
 * Reads the list before the segments: what leaves the list meanwhile is in a segment by then. The end of the trip writes
 * its segment before it deletes the list.
 */
export async function storedTrack(context: Context, trip: TripRecord): Promise<TrackPoint[]> {
  const { teamId, id, status } = trip;
  const placed = status === 'EN_PROCESO' ? await readPosition(context, teamId, id) : undefined;
  const segments = await allItems(context, { ...segmentsOf(teamId, id), consistent: true });
  const points = [
    ...decodePoints(placed?.position.points ?? []),
    ...segments.flatMap(({ leg, points: bytes }) => decodeRun(leg, bytes)),
  ];
  return trackOf(points, (leg) => driverOfLeg(trip, leg));
}
