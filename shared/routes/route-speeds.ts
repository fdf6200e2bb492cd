import * as v from 'valibot';
import { Bytes } from '../platform/table/bytes';
import { key, ofTeam } from '../platform/table/keys';
import { type Coordinate, metresBetween } from '../platform/values/distance';
import { Instant, Uuid, Whole } from '../platform/values/fields';

/** Roads are longer than the straight line. */
const DETOUR = 1.3;

/** The probable metres of the road between two places: the straight line times 1.3. */
export const roadMetresBetween = (one: Coordinate, other: Coordinate): number => metresBetween(one, other) * DETOUR;

/** A way from a stop to the next one, and the seconds that a truck drove it. */
export interface DrivenLeg {
  readonly from: Coordinate;
  readonly to: Coordinate;
  readonly seconds: number;
}

/** What one trip showed. */
const DrivenTrip = v.object({
  tripId: Uuid,
  /** Its last arrival at a stop: it says which trips are the last ones. */
  at: Instant,
  /** As `packLegs` writes them. */
  legs: Bytes,
});
type DrivenTrip = v.InferOutput<typeof DrivenTrip>;

/**
 * How long the last trips of a route drove from stop to stop. A pair of stops is a pair of places: a stop at another place is another stop. The item has no
 * driver and no place of a truck.
 */
const RouteSpeeds = v.object({
  routeId: Uuid,
  /** Raised by each write, so that of two at once none is lost. */
  revision: Whole,
  /** The last ones first. */
  trips: v.array(DrivenTrip),
});
export type RouteSpeeds = v.InferOutput<typeof RouteSpeeds>;

export const routeSpeedsKey = (teamId: string, routeId: string) =>
  key(RouteSpeeds, ofTeam(teamId), `ROUTE_SPEEDS#${routeId}`);

/** The mean is that of so many trips. */
const MOST_TRIPS = 10;

const DEGREE = 1e5;
const PLACE_BYTES = 8;
const PAIR_BYTES = 2 * PLACE_BYTES;
const LEG_BYTES = PAIR_BYTES + 4;
const MOST_SECONDS = 0xffff_ffff;

/** Both places to a metre. */
function packPair(from: Coordinate, to: Coordinate): Buffer {
  const bytes = Buffer.alloc(PAIR_BYTES);
  for (const [index, { lat, lng }] of [from, to].entries()) {
    bytes.writeInt32BE(Math.round(lat * DEGREE), PLACE_BYTES * index);
    bytes.writeInt32BE(Math.round(lng * DEGREE), PLACE_BYTES * index + 4);
  }
  return bytes;
}

/** Twenty bytes a leg: the places and the seconds. */
function packLegs(legs: readonly DrivenLeg[]): Uint8Array {
  const bytes = Buffer.alloc(LEG_BYTES * legs.length);
  for (const [index, { from, to, seconds }] of legs.entries()) {
    packPair(from, to).copy(bytes, LEG_BYTES * index);
    bytes.writeUInt32BE(Math.min(MOST_SECONDS, Math.round(seconds)), LEG_BYTES * index + PAIR_BYTES);
  }
  return bytes;
}

/** The seconds of a pair in packed legs. A trip that drove it twice has two. */
function secondsOf(packed: Uint8Array, pair: Buffer): number[] {
  const bytes = Buffer.from(packed);
  return Array.from({ length: bytes.length / LEG_BYTES }, (_, index) => LEG_BYTES * index).flatMap((start) =>
    pair.equals(bytes.subarray(start, start + PAIR_BYTES)) ? [bytes.readUInt32BE(start + PAIR_BYTES)] : [],
  );
}

/** Of two trips of one instant the identifier decides, so that all calls keep the same ones. */
const orderOf = ({ at, tripId }: DrivenTrip): string => at + tripId;

/**
 * The speeds with what a trip showed, which replaces what it showed before. Without legs the trip is left out. Undefined when nothing changes. The last trips stay,
 * in any order of the calls.
 */
export function withDrivenTrip(
  routeId: string,
  speeds: RouteSpeeds | undefined,
  tripId: string,
  at: string | undefined,
  legs: readonly DrivenLeg[],
): RouteSpeeds | undefined {
  const { revision = 0, trips: known = [] } = speeds ?? {};
  const others = known.filter((trip) => trip.tripId !== tripId);
  const own = at === undefined || legs.length === 0 ? [] : [{ tripId, at, legs: packLegs(legs) }];
  const trips = [...others, ...own].sort((one, other) => (orderOf(one) > orderOf(other) ? -1 : 1)).slice(0, MOST_TRIPS);
  return isSame(trips, known) ? undefined : { routeId, revision: revision + 1, trips };
}

const isSame = (trips: readonly DrivenTrip[], known: readonly DrivenTrip[]): boolean =>
  trips.length === known.length &&
  trips.every(({ tripId, at, legs }, index) => {
    const other = known[index];
    return other?.tripId === tripId && other.at === at && Buffer.from(legs).equals(other.legs);
  });

/** A mean is kept in tenths of a kilometre an hour. */
const TENTHS = 10;

/**
 * The mean speed of the last trips between two stops, in km/h to one decimal: all of their metres by all of their seconds, so that the mean time is right. The
 * metres are those of {@link roadMetresBetween}. Undefined when none of them drove it.
 */
export function meanKmh(speeds: RouteSpeeds | undefined, from: Coordinate, to: Coordinate): number | undefined {
  const pair = packPair(from, to);
  const seconds = (speeds?.trips ?? []).flatMap(({ legs }) => secondsOf(legs, pair));
  if (seconds.length === 0) return undefined;
  const sum = seconds.reduce((total, one) => total + one, 0);
  return Math.round(((roadMetresBetween(from, to) * seconds.length) / sum) * 3.6 * TENTHS) / TENTHS;
}

/** Straight lines are not faster than the fastest truck, and a truck that is slower stood somewhere. */
const FASTEST_KMH = 110;
const SLOWEST_KMH = 5;

/** Whether a truck can have driven a way in this time. */
export function isPlausible({ from, to, seconds }: DrivenLeg): boolean {
  if (seconds <= 0) return false;
  const kmhOf = (metres: number) => (metres / seconds) * 3.6;
  return kmhOf(metresBetween(from, to)) <= FASTEST_KMH && kmhOf(roadMetresBetween(from, to)) >= SLOWEST_KMH;
}
