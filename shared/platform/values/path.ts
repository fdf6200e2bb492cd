import { type Coordinate, EARTH_RADIUS_M, radians } from './distance';

/** A place on the unit sphere. */
type Vector = readonly [number, number, number];

/** A line of great circles between places, ready to measure distances to it. */
export type Path = readonly Vector[];

function vectorOf({ lat, lng }: Coordinate): Vector {
  const [north, east] = [radians(lat), radians(lng)];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

export const pathOf = (points: readonly Coordinate[]): Path => points.map(vectorOf);

const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];

const cross = (one: Vector, other: Vector): Vector => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
];

/** The angle between two places. It is exact also for near ones, unlike the arc cosine. */
const angleBetween = (one: Vector, other: Vector): number =>
  2 * Math.asin(Math.min(1, Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]) / 2));

/** The angle from a place to the nearest point of the shorter arc between two others: the cross-track distance, or that to an end. */
function angleToArc(place: Vector, from: Vector, to: Vector): number {
  const pole = cross(from, to);
  const length = Math.hypot(...pole);
  const isBeside = length > 0 && dot(place, cross(pole, from)) > 0 && dot(place, cross(to, pole)) > 0;
  if (!isBeside) return Math.min(angleBetween(place, from), angleBetween(place, to));
  return Math.asin(Math.min(1, Math.abs(dot(place, pole)) / length));
}

/** The metres from a place to the nearest point of a path on a sphere. Infinity for a path without places. */
export function metresToPath(point: Coordinate, path: Path): number {
  const place = vectorOf(point);
  const [first] = path;
  if (first === undefined) return Number.POSITIVE_INFINITY;
  let least = angleBetween(place, first);
  for (const [index, to] of path.entries()) {
    const from = path[index - 1];
    if (from) least = Math.min(least, angleToArc(place, from, to));
  }
  return least * EARTH_RADIUS_M;
}

/** A part of a line between two kept points, with the point between them that is farthest from its arc. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly farthest: number;
  readonly angle: number;
}

function pieceOf(path: Path, from: number, to: number): Piece {
  const [start, end] = [path[from], path[to]];
  let [farthest, angle] = [from, 0];
  for (let index = from + 1; start && end && index < to; index += 1) {
    const place = path[index];
    const distance = place ? angleToArc(place, start, end) : 0;
    if (distance > angle) [farthest, angle] = [index, distance];
  }
  return { from, to, farthest, angle };
}

/**
 * A line with at most `most` of its points, at least two: the ends, and one after the other the point that is farthest from the line so
 * far (the rule of Ramer, Douglas and Peucker, with a number of points instead of a tolerance). Points within `metres` of the line stay out.
 */
export function simplified<P extends Coordinate>(points: readonly P[], most: number, metres: number): P[] {
  const path = pathOf(points);
  if (points.length < 3) return [...points];
  const kept = new Set([0, points.length - 1]);
  let pieces = [pieceOf(path, 0, points.length - 1)];
  while (kept.size < most) {
    const worst = pieces.reduce((one, other) => (other.angle > one.angle ? other : one));
    if (worst.angle * EARTH_RADIUS_M <= metres) break;
    const { from, to, farthest } = worst;
    kept.add(farthest);
    pieces = [...pieces.filter((piece) => piece !== worst), pieceOf(path, from, farthest), pieceOf(path, farthest, to)];
  }
  return points.filter((_, index) => kept.has(index));
}
