import { readPosition } from '../fleet/position-places';
import type { Context } from '../platform/runtime/context';
import { driverOfLeg } from './judge-position';
import { segmentPoints } from './track';
import { decodePoints, type TrackPoint, trackOf } from './track-point';
import type { TripRecord } from './trip';

/**
 * Reads the list before the segments: what leaves the list meanwhile is in a segment by then. The end of the trip writes
 * its segment before it deletes the list.
 */
export async function storedTrack(context: Context, trip: TripRecord): Promise<TrackPoint[]> {
  const { teamId, id, status } = trip;
  const placed = status === 'EN_PROCESO' ? await readPosition(context, teamId, id) : undefined;
  const segments = await segmentPoints(context, teamId, id);
  const points = [...decodePoints(placed?.position.points ?? []), ...segments];
  return trackOf(points, (leg) => driverOfLeg(trip, leg));
}
