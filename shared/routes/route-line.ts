import { decode, encode } from '@googlemaps/polyline-codec';
import * as v from 'valibot';
import { key, ofTeam } from '../platform/table/keys';
import type { Coordinate } from '../platform/values/distance';
import { Instant, nullable, Uuid, Whole } from '../platform/values/fields';
import { simplified } from '../platform/values/path';
import { said } from '../platform/values/text';

/** The most points of a line. It bounds the item, and what a function keeps of it. */
const MOST_LINE_POINTS = 200;
/** Points of a track that are so near to the line show errors of the receiver, and not the road. */
const LINE_ERROR_M = 10;
const PRECISION = 5;
/** A coordinate has at most six characters for each degree of freedom of its difference. */
const MOST_CHARACTERS = MOST_LINE_POINTS * 12;

/** The places of an encoded line. */
export const placesOf = (polyline: string): Coordinate[] =>
  decode(polyline, PRECISION).map(([lat, lng]) => ({ lat, lng }));

const encodedLine = (points: readonly Coordinate[]): string =>
  encode(
    points.map(({ lat, lng }) => [lat, lng]),
    PRECISION,
  );

const isOnEarth = ({ lat, lng }: Coordinate): boolean => Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** Text that the algorithm does not produce is decoded to some other line, so the line must give the same text again. */
function isPolyline(polyline: string): boolean {
  const points = placesOf(polyline);
  const isInBounds = points.length >= 2 && points.length <= MOST_LINE_POINTS && points.every(isOnEarth);
  return isInBounds && encodedLine(points) === polyline;
}

const SEND_A_LINE = said({
  en: `Send a polyline of 2 to ${MOST_LINE_POINTS} points, encoded with precision 5.`,
  es: `Envíe una polilínea de 2 a ${MOST_LINE_POINTS} puntos, codificada con precisión 5.`,
});

const Polyline = v.pipe(
  v.string(SEND_A_LINE),
  v.maxLength(MOST_CHARACTERS, SEND_A_LINE),
  v.regex(/^[?-~]+$/, SEND_A_LINE),
  v.check(isPolyline, SEND_A_LINE),
);

/** The stored line of a route, beside the route, because a list of routes reads all routes and no line. */
export const RouteLine = v.object({
  routeId: Uuid,
  /** By Google’s algorithm “Encoded Polyline”, precision 5. */
  polyline: v.string(),
  points: Whole,
  /** The line was made from the track of this trip. Absent: a caller sent the line. */
  tripId: v.optional(Uuid),
  updatedAt: Instant,
});
export type RouteLine = v.InferOutput<typeof RouteLine>;

export const routeLineKey = (teamId: string, routeId: string) =>
  key(RouteLine, ofTeam(teamId), `ROUTE_LINE#${routeId}`);

/** Body of PUT /teams/{teamId}/routes/{routeId}/line. */
export const RouteLineBody = v.pipe(
  v.object({
    /**
     * The points by Google’s algorithm “Encoded Polyline”, precision 5, at most 200. null removes the line.
     * @example _p~iF~ps|U_ulLnnqC_mqNvxq`@
     */
    polyline: v.optional(v.nullable(Polyline)),
    /** A finished trip of the route, whose track becomes the line. */
    tripId: v.optional(Uuid),
  }),
  v.forward(
    v.partialCheck(
      [['polyline'], ['tripId']],
      ({ polyline, tripId }) => (polyline === undefined) !== (tripId === undefined),
      said({ en: 'Send polyline or tripId, and not both.', es: 'Envíe polyline o tripId, y no ambos.' }),
    ),
    ['polyline'],
  ),
  v.metadata({ anyOf: [{ required: ['polyline'] }, { required: ['tripId'] }] }),
);
export type RouteLineBody = v.InferOutput<typeof RouteLineBody>;

/** The line of a route in an answer. */
export const RouteLineAnswer = v.object({
  routeId: Uuid,
  /**
   * The points by Google’s algorithm “Encoded Polyline”, precision 5. null: the route has no line.
   * @example _p~iF~ps|U_ulLnnqC_mqNvxq`@
   */
  polyline: nullable(v.string()),
  /** The number of points. 0: the route has no line. */
  points: v.number(),
  /** The line was made from the track of this trip. Absent: a caller sent the line, or the route has none. */
  tripId: v.optional(Uuid),
  /** When the line was set. Absent without a line. */
  updatedAt: v.optional(Instant),
});
type RouteLineAnswer = v.InferInput<typeof RouteLineAnswer>;

/** The line in an answer. */
export const shownLine = (routeId: string, line: RouteLine | undefined): RouteLineAnswer =>
  line ?? { routeId, polyline: null, points: 0 };

/** The stored line of sent text. */
export const sentLine = (routeId: string, polyline: string, now: Date): RouteLine => ({
  routeId,
  polyline,
  points: placesOf(polyline).length,
  updatedAt: now.toISOString(),
});

/** The line of a track: its most significant points. */
export function lineOfTrack(routeId: string, tripId: string, track: readonly Coordinate[], now: Date): RouteLine {
  const points = simplified(track, MOST_LINE_POINTS, LINE_ERROR_M);
  return { routeId, tripId, polyline: encodedLine(points), points: points.length, updatedAt: now.toISOString() };
}
