import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Position } from '../fleet/position';
import type { PositionPlace } from '../fleet/position-places';
import { legPrefix } from '../fleet/track-key';
import type { WatchedStops } from '../fleet/watched-stops';
import type { Context } from '../platform/runtime/context';
import { Bytes } from '../platform/table/bytes';
import { key, part, TIME_TO_LIVE } from '../platform/table/keys';
import { allItems } from '../platform/table/lists';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { Whole } from '../platform/values/fields';
import { type RoadPolicy, recentRoadPolicy } from '../road-policy/policy';
import { decodePoints, decodeRun, encodePoint, encodeRun, type TrackPoint } from './track-point';

const DAY_SECONDS = 24 * 60 * 60;

/** For how many seconds a team keeps and shows a point of a track. With 0 no point is stored. */
export const keptSeconds = ({ trackDays }: Pick<RoadPolicy, 'trackDays'>): number => trackDays * DAY_SECONDS;

/** The list of the position item becomes a segment beyond this length: the item stays within the kilobyte that one write unit pays. */
export const MOST_LISTED = 35;

/** The most points of the list of an item: one less while the item names the alert that the truck is off its route, and one less while its stops have speeds. */
export const mostListed = ({ offRoute, watched }: Pick<Position, 'offRoute' | 'watched'>): number => {
  const hasSpeeds = watched?.stops.some(({ ownKmh }) => ownKmh !== undefined) ?? false;
  return MOST_LISTED - Number(offRoute !== undefined) - Number(hasSpeeds);
};

/** A block of points of one leg. It is never changed. */
const TrackSegment = v.object({
  leg: Whole,
  /** The points as `encodeRun` writes them. */
  points: Bytes,
  [TIME_TO_LIVE]: Whole,
});

const partitionOf = (teamId: string, tripId: string) => `TEAM#${teamId}#TRIP#${tripId}` as const;

export const segmentsOf = (teamId: string, tripId: string) => part(TrackSegment, partitionOf(teamId, tripId), 'TRACK#');
export const segmentsOfLeg = (teamId: string, tripId: string, leg: number) =>
  part(TrackSegment, partitionOf(teamId, tripId), `TRACK#${legPrefix(leg)}`);

/** `first`: leg and time of the first point, in hexadecimal. `hash`: of all points, so that a segment overwrites itself alone. */
export const segmentKey = (teamId: string, tripId: string, first: string, hash: string) =>
  key(TrackSegment, partitionOf(teamId, tripId), `TRACK#${first}#${hash}`);

/** Writes points of one leg as a segment. To write it again changes nothing. */
async function writeSegment(
  context: Context,
  teamId: string,
  tripId: string,
  points: readonly TrackPoint[],
  seconds: number,
): Promise<void> {
  const [first] = points;
  if (first === undefined) return;
  const bytes = encodeRun(points);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARACTERS);
  const place = legPrefix(first.leg) + first.sent.toString(16).padStart(TIME_DIGITS, '0');
  const expires = Math.max(...points.map(({ at }) => at)) + seconds;
  const step = update(
    segmentKey(teamId, tripId, place, hash),
    { set: { leg: first.leg, points: bytes, [TIME_TO_LIVE]: expires } },
    { exists: undefined },
    () => new Error('A condition failed for a segment, which has none.'),
  );
  await writeOne(context, step);
}

const HASH_CHARACTERS = 12;
const TIME_DIGITS = 8;

/** Writes points of any legs as segments, one for each leg, unless the team keeps no track. The points may come in any order. */
export async function writeSegments(
  context: Context,
  teamId: string,
  tripId: string,
  points: readonly TrackPoint[],
): Promise<void> {
  if (points.length === 0) return;
  const seconds = keptSeconds(await recentRoadPolicy(context, teamId));
  if (seconds === 0) return;
  // The list begins with the last points at stops, in the order of the stops. A run has no form for a step back in time.
  const ascending = points.toSorted((one, other) => one.sent - other.sent);
  for (const leg of new Set(points.map((point) => point.leg))) {
    await writeSegment(
      context,
      teamId,
      tripId,
      ascending.filter((point) => point.leg === leg),
      seconds,
    );
  }
}

/** The points of all segments of a trip, in no order. */
export async function segmentPoints(context: Context, teamId: string, tripId: string): Promise<TrackPoint[]> {
  const segments = await allItems(context, { ...segmentsOf(teamId, tripId), consistent: true });
  return segments.flatMap(({ leg, points }) => decodeRun(leg, points));
}

/** The list got further points, or another run has cut it. */
class ListChanged extends Error {}

type Listed = Pick<Position, 'points' | 'lastKey' | 'stopsRevision'>;

/** Writes the points of the list as segments. The list stays. */
export const copyList = (context: Context, teamId: string, tripId: string, { points = [] }: Listed): Promise<void> =>
  writeSegments(context, teamId, tripId, decodePoints(points));

/** What the position item gets when its list becomes segments. */
interface Cut {
  readonly watched: WatchedStops | undefined;
  /** Points that stay in the list, although a segment has them too. */
  readonly kept: readonly TrackPoint[];
}

/**
 * Writes the list as segments and then removes it from the position item. Each further point raises `lastKey`, so the
 * removal never takes a point that no segment has. `judge` is called when the segments are there. Returns false when the
 * list or the stops changed meanwhile: the list stays.
 */
export async function spillList(
  context: Context,
  place: PositionPlace,
  teamId: string,
  tripId: string,
  listed: Listed,
  judge: () => Promise<Cut | undefined> = async () => undefined,
): Promise<boolean> {
  await copyList(context, teamId, tripId, listed);
  const { watched, kept = [] } = (await judge()) ?? {};
  if (watched === undefined && (listed.points ?? []).length === 0) return true;
  const points = kept.length > 0 ? kept.map(encodePoint) : undefined;
  const cut = update(
    place.key(teamId, tripId),
    { set: place.stored({ watched, points }), remove: points ? [] : place.namesOf(['points']) },
    { equals: place.stored({ lastKey: listed.lastKey, ...(watched && { stopsRevision: listed.stopsRevision }) }) },
    () => new ListChanged('The list is no longer what was read.'),
  );
  try {
    await writeOne(context, cut);
    return true;
  } catch (failure) {
    if (!(failure instanceof ListChanged)) throw failure;
    return false;
  }
}
