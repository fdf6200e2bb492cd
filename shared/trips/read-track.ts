import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { readRoadPolicy } from '../road-policy/policy';
import { isOrWasTheirs } from './judge-fact';
import { legsOf } from './judge-position';
import { notYourTrip } from './own-trip';
import { storedTrack } from './stored-track';
import { keptSeconds } from './track';
import type { TrackPoint } from './track-point';
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
      shownTrack(context, trip, range),
);

/** The track of the caller’s legs: positions of another driver are that driver’s. Throws FORBIDDEN for a trip that the caller never had. */
export const readOwnTrack = capability(
  { table: ['GetItem', 'Query'] },
  (context) =>
    async (driverId: string, trip: TripRecord, range: TrackRange): Promise<TrackPoint[]> => {
      if (!isOrWasTheirs(trip, driverId)) throw notYourTrip();
      const legs = new Set(legsOf(trip, driverId));
      return (await shownTrack(context, trip, range)).filter(({ leg }) => legs.has(leg));
    },
);

const secondsOf = (instant: string): number => Date.parse(instant) / 1000;

/** The points of a trip that the team still shows. */
export async function shownTrack(
  context: Context,
  trip: TripRecord,
  { from, to }: TrackRange = {},
): Promise<TrackPoint[]> {
  const points = await storedTrack(context, trip);
  const oldest = context.now().getTime() / 1000 - keptSeconds(await readRoadPolicy(context, trip.teamId));
  const [first, last] = [
    from === undefined ? oldest : Math.max(oldest, secondsOf(from)),
    to ? secondsOf(to) : Infinity,
  ];
  return points.filter(({ at }) => at >= first && at <= last);
}
