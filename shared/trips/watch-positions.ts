import type { Position } from '../fleet/position';
import type { PositionPlace } from '../fleet/position-places';
import { idOfKey, legOfKey } from '../fleet/track-key';
import type { WatchedStops } from '../fleet/watched-stops';
import type { Context } from '../platform/runtime/context';
import { instantOfUuid } from '../platform/runtime/uuid';
import { ignoreOvertaken, overtaken } from '../platform/table/overtaken';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { judgeStops, judgeTrack, writeVisit } from './judge-stops';
import { mostListed, spillList } from './track';
import { decodePoints, type TrackPoint } from './track-point';
import { type Crossing, crossingOf } from './watch-stops';

/** The points of a sync, encoded, and the position item before it. */
interface SyncedPoints {
  readonly before: Position;
  /** The key of the last position after the sync. */
  readonly lastKey: string | undefined;
  /** The points after the last one. */
  readonly added: readonly string[];
  /** Points before the last one that the list lacks. */
  readonly late: readonly string[];
  /** Whether the points after the last one are in the list. */
  readonly isAppended: boolean;
  readonly keepsTrack: boolean;
}

/**
 * Compares the points of the position item with the stops, and turns a long list into a segment. Returns the stops that
 * the item has then, or undefined when it has none or changed meanwhile. Without a crossing
 * nothing is written. Each write is repeated when the sync is: the registers are merged first, and the item changes only
 * while no further point has come.
 */
export async function watchStops(
  context: Context,
  place: PositionPlace,
  teamId: string,
  { before, lastKey, added, late, isAppended, keepsTrack }: SyncedPoints,
): Promise<WatchedStops | undefined> {
  const { tripId, watched, points: former = [] } = before;
  const listed = isAppended ? [...former, ...added] : former;
  const item = { ...before, lastKey, points: listed };
  const trip = { teamId, id: tripId };
  const isLong = listed.length > mostListed(before);
  if (watched === undefined) {
    if (isLong) await spillList(context, place, teamId, tripId, item);
    return undefined;
  }
  const points = [...(keepsTrack ? [] : lastPoint(before)), ...decodePoints([...former, ...added])];
  if (late.length > 0) await judgeTrack(context, trip, [...points, ...decodePoints(late)]);
  const crossing = crossingOf(watched, points);
  const isUsedUp = crossing.isCrossed && crossing.watched.hasMore && crossing.watched.stops.length === 0;
  const isSegment = keepsTrack && added.length > 0 && !isAppended;
  if (isLong || isSegment || isUsedUp) return spillWatched(context, place, teamId, item, points, keepsTrack);
  return crossing.isCrossed ? cross(context, place, teamId, item, crossing) : watched;
}

/** The last position as a point, for a team that keeps no list. */
function lastPoint({ lat, lng, timestamp, speedKmh, lastKey }: Position): TrackPoint[] {
  if (lat === undefined || lng === undefined || timestamp === undefined || lastKey === undefined) return [];
  const at = Math.floor(Date.parse(timestamp) / 1000);
  const sent = Math.floor(instantOfUuid(idOfKey(lastKey)).getTime() / 1000);
  return [{ leg: legOfKey(lastKey), sent, recorded: at, at, lat, lng, speedKmh }];
}

/** The list becomes a segment, and the item gets the next stops. */
async function spillWatched(
  context: Context,
  place: PositionPlace,
  teamId: string,
  item: Position,
  points: readonly TrackPoint[],
  keepsTrack: boolean,
): Promise<WatchedStops | undefined> {
  let next: WatchedStops | undefined;
  const isCut = await spillList(context, place, teamId, item.tripId, item, async () => {
    const judged = await judgeStops(context, { teamId, id: item.tripId }, points);
    next = judged.watched ?? { stops: [], hasMore: false };
    return { watched: next, kept: keepsTrack ? judged.lastInside : [] };
  });
  return isCut ? next : undefined;
}

async function cross(
  context: Context,
  place: PositionPlace,
  teamId: string,
  { tripId, lastKey, stopsRevision }: Position,
  { watched, visits }: Crossing,
): Promise<WatchedStops | undefined> {
  for (const [stopId, visit] of visits) await writeVisit(context, { teamId, id: tripId }, stopId, visit);
  const step = update(
    place.key(teamId, tripId),
    { set: place.stored({ watched }) },
    { equals: place.stored({ lastKey, stopsRevision }) },
    overtaken('The position item has changed.'),
  );
  try {
    await writeOne(context, step);
    return watched;
  } catch (failure) {
    ignoreOvertaken(failure);
    // A further point came, or the office changed the stops: the next sync finds the crossing again.
    return undefined;
  }
}
