import { readPosition } from '../fleet/position-places';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { readRoadPolicy } from '../road-policy/policy';
import { isOrWasTheirs } from './judge-fact';
import { driverOfLeg, legsOf } from './judge-position';
import { notYourTrip } from './move-trip';
import { keptSeconds, segmentsOf } from './track';
import { decodePoints, decodeRun, type TrackPoint, trackOf } from './track-point';
import type { TripRecord } from './trip';

/** Instants, both included. */
interface TrackRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The track of a trip. It is empty before the first position, and when all points are older than the track is kept. */
export const readTrack = capability(
  { table: ['GetItem', 'Query'] },
  (context) =>
    (trip: TripRecord, range: TrackRange): Promise<TrackPoint[]> =>
      pointsOf(context, trip, range),
);

/** The track of the caller’s legs: positions of another driver are that driver’s. Throws FORBIDDEN for a trip that the caller never had. */
export const readOwnTrack = capability(
  { table: ['GetItem', 'Query'] },
  (context) =>
    async (driverId: string, trip: TripRecord, range: TrackRange): Promise<TrackPoint[]> => {
      if (!isOrWasTheirs(trip, driverId)) throw notYourTrip();
      const legs = new Set(legsOf(trip, driverId));
      return (await pointsOf(context, trip, range)).filter(({ leg }) => legs.has(leg));
    },
);

const secondsOf = (instant: string): number => Date.parse(instant) / 1000;

/**
 * Reads the list before the segments: what leaves the list meanwhile is in a segment by then. The end of the trip writes
 * its segment before it deletes the list.
 */
async function pointsOf(context: Context, trip: TripRecord, { from, to }: TrackRange): Promise<TrackPoint[]> {
  const { teamId, id, status } = trip;
  const placed = status === 'EN_PROCESO' ? await readPosition(context, teamId, id) : undefined;
  const segments = await allItems(context, { ...segmentsOf(teamId, id), consistent: true });
  const points = [
    ...decodePoints(placed?.position.points ?? []),
    ...segments.flatMap(({ leg, points: bytes }) => decodeRun(leg, bytes)),
  ];
  const oldest = context.now().getTime() / 1000 - keptSeconds(await readRoadPolicy(context, teamId));
  const [first, last] = [
    from === undefined ? oldest : Math.max(oldest, secondsOf(from)),
    to ? secondsOf(to) : Infinity,
  ];
  return trackOf(points, (leg) => driverOfLeg(trip, leg)).filter(({ at }) => at >= first && at <= last);
}
