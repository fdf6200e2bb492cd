import type { Position } from '../fleet/position';
import type { PositionPlace } from '../fleet/position-places';
import type { Context } from '../platform/runtime/context';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { judgeStops, judgeTrack, writeVisit } from './judge-stops';
import { MOST_LISTED, spillList } from './track';
import { decodePoints, type TrackPoint } from './track-point';
import { type Crossing, crossingOf } from './watch-stops';

/** Points that are not in the list of the position item. */
interface Unlisted {
  /** Newer ones that were written as a segment. */
  readonly added: readonly string[];
  /** Whether there were points before the last one. */
  readonly isLate: boolean;
}

/**
 * Compares the points of the position item with the stops, and turns a long list into a segment. Without a crossing
 * nothing is written. Each write is repeated when the sync is: the registers are merged first, and the item changes only
 * while no further point has come.
 */
export async function watchStops(
  context: Context,
  place: PositionPlace,
  teamId: string,
  item: Position,
  { added, isLate }: Unlisted,
): Promise<void> {
  const { tripId, watched, points: listed = [] } = item;
  const trip = { teamId, id: tripId };
  const isLong = listed.length > MOST_LISTED;
  if (watched === undefined) {
    if (isLong) await spillList(context, place, teamId, tripId, item);
    return;
  }
  const points = decodePoints([...listed, ...added]);
  if (isLate) await judgeTrack(context, trip, points);
  const crossing = crossingOf(watched, points);
  const isUsedUp = crossing.isCrossed && crossing.watched.hasMore && crossing.watched.stops.length === 0;
  if (isLong || added.length > 0 || isUsedUp) await spillWatched(context, place, teamId, item, points);
  else if (crossing.isCrossed) await cross(context, place, teamId, item, crossing);
}

/** The list becomes a segment, and the item gets the next stops. */
const spillWatched = (
  context: Context,
  place: PositionPlace,
  teamId: string,
  item: Position,
  points: readonly TrackPoint[],
): Promise<boolean> =>
  spillList(context, place, teamId, item.tripId, item, async () => {
    const { watched = { stops: [], hasMore: false }, lastInside } = await judgeStops(
      context,
      { teamId, id: item.tripId },
      points,
    );
    return { watched, kept: lastInside };
  });

/** A further point came, or the office changed the stops: the next sync finds the crossing again. */
class Overtaken extends Error {}

async function cross(
  context: Context,
  place: PositionPlace,
  teamId: string,
  { tripId, lastKey, stopsRevision }: Position,
  { watched, visits }: Crossing,
): Promise<void> {
  for (const [stopId, visit] of visits) await writeVisit(context, { teamId, id: tripId }, stopId, visit);
  const step = update(
    place.key(teamId, tripId),
    { set: place.stored({ watched }) },
    { equals: place.stored({ lastKey, stopsRevision }) },
    () => new Overtaken('The position item has changed.'),
  );
  await writeOne(context, step).catch((failure: unknown) => {
    if (!(failure instanceof Overtaken)) throw failure;
  });
}
