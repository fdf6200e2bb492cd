import { legPrefix } from '../fleet/track-key';
import { type Coordinate, metresBetween } from '../platform/values/distance';
import type { Moment } from './stop';
import type { TrackPoint } from './track-point';

/** A place with the metres around it that belong to it. */
export interface Fence extends Coordinate {
  readonly radiusM: number;
}

const MOST_ACCURACY_M = 100;
const MOST_SPEED_KMH = 30;
/** Between the radius and this multiple of it a position is neither inside nor outside, so that errors of measurement make no crossing. */
const OUTSIDE_FACTOR = 1.5;
/** The track keeps accuracies up to 254 m. A worse one has this value too, so that it says nothing. */
const WORST_ACCURACY_M = 254;

type Side = 'INSIDE' | 'OUTSIDE' | 'NEITHER';

/** Where a point is. A phone that sends no accuracy or no speed counts as exact and as slow. */
export function sideOf(point: TrackPoint, fence: Fence): Side {
  const { accuracyM = 0, speedKmh = 0 } = point;
  const metres = metresBetween(point, fence);
  if (metres <= fence.radiusM && accuracyM <= MOST_ACCURACY_M && speedKmh <= MOST_SPEED_KMH) return 'INSIDE';
  if (accuracyM < WORST_ACCURACY_M && metres > OUTSIDE_FACTOR * fence.radiusM + accuracyM) return 'OUTSIDE';
  return 'NEITHER';
}

/** What points of a track say about a stop. */
export interface Visit {
  /** The first point inside. */
  readonly inside?: Moment | undefined;
  /** The last point inside that has a later point outside. */
  readonly left?: Moment | undefined;
  /** The last point inside, when no later one is outside. */
  readonly lastPoint?: TrackPoint | undefined;
}

/**
 * Each point is judged for itself. `inside` only falls and `left` only rises when points are added. So the merge of the
 * visits of any parts with the visit of all points is the visit of all points, in any order.
 */
export function visitOf(fence: Fence, points: readonly TrackPoint[]): Visit {
  let visit: Visit = {};
  for (const { point, side, moment } of judged(fence, points)) {
    if (side === 'INSIDE') visit = { ...visit, inside: visit.inside ?? moment, lastPoint: point };
    if (side === 'OUTSIDE' && visit.lastPoint) visit = { inside: visit.inside, left: momentOf(visit.lastPoint) };
  }
  return visit;
}

/** The points by their keys. Of two with one key, one outside comes first: it is not later than the one inside. */
const judged = (fence: Fence, points: readonly TrackPoint[]) =>
  points
    .map((point) => ({ point, side: sideOf(point, fence), moment: momentOf(point) }))
    .sort((one, other) => (placeInOrder(one) < placeInOrder(other) ? -1 : 1));

const placeInOrder = ({ side, moment }: { readonly side: Side; readonly moment: Moment }): string =>
  moment.key + (side === 'OUTSIDE' ? '0' : '1');

/** The registers of {@link Visit}: the least of `inside` and the greatest of `left` stay. */
export const VISIT_REGISTERS = { inside: 'LEAST', left: 'GREATEST' } as const;
export type VisitRegister = keyof typeof VISIT_REGISTERS;

/** True when `moment` replaces `known` in the register. */
export const replaces = (register: VisitRegister, moment: Moment, known: Moment | undefined): boolean =>
  known === undefined || (VISIT_REGISTERS[register] === 'LEAST' ? moment.key < known.key : moment.key > known.key);

/** The key has the order of the track. The corrected time is last: a point that was sent twice can have two. */
function momentOf({ leg, sent, recorded, at }: TrackPoint): Moment {
  const turned = recorded < sent ? '1' : '0';
  const key = legPrefix(leg) + digits(sent) + turned + digits(recorded) + digits(at);
  return { key, at: new Date(at * 1000).toISOString() };
}

const digits = (seconds: number): string => seconds.toString(16).padStart(8, '0');
