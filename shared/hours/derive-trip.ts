import { byTime, clipped, type Interval, joined, type ShownState, type Stretch, without } from './interval';

/** A position of the driver. */
interface DrivenPoint {
  /** Seconds since 1970, corrected. */
  readonly at: number;
  readonly lat: number;
  readonly lng: number;
  readonly accuracyM?: number | undefined;
}

/** A place where the driver works beside driving. */
interface StopPlace {
  readonly lat: number;
  readonly lng: number;
  readonly radiusM: number;
}

/** A reported stay at a stop. Without a departure it lasts until the truck moves. */
export interface Visit {
  readonly from: number;
  readonly to?: number | undefined;
  readonly place?: StopPlace | undefined;
}

/** The facts of one driver's time on one trip, in any order. */
export interface TripFacts {
  /** The legs of the driver. The last one of a trip under way ends now. */
  readonly legs: readonly Stretch[];
  readonly points: readonly DrivenPoint[];
  readonly places: readonly StopPlace[];
  readonly visits: readonly Visit[];
  /** Standing elsewhere this long is a pause. */
  readonly pauseMinutes: number;
}

const MINUTE = 60;
/** The limits of the derivation. */
const MOVES_KMH = 8;
const MOVES_M = 300;
const NO_DATA = 15 * MINUTE;
/** Standing this long is a rest. */
const REST = 8 * 60 * MINUTE;
/** A position that can be this far off shows no movement. */
const WORST_ACCURACY_M = 100;

const EARTH_M = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two places, along a great circle. */
export function metresBetween(one: Place, other: Place): number {
  const [north, east] = [radians(other.lat - one.lat), radians(other.lng - one.lng)];
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}
type Place = Pick<DrivenPoint, 'lat' | 'lng'>;

/** What a pair of positions shows. */
type Span = Stretch & { readonly shows: 'MOVES' | 'STANDS' | 'NOTHING'; readonly stop: StopPlace | undefined };

/** What positions and stops show of a driver's time on one trip. Order and repetition of the facts have no effect. */
export function deriveTrip(facts: TripFacts): Interval<ShownState>[] {
  const known = [
    ...new Map(
      facts.points
        .filter(isExact)
        .sort(inTime)
        .map((point) => [point.at, point]),
    ).values(),
  ];
  const intervals = facts.legs.flatMap((leg) => deriveLeg(leg, known, facts));
  return joined(intervals.sort(byTime), (one, other) => one.state === other.state);
}

const isExact = ({ accuracyM = 0 }: DrivenPoint): boolean => accuracyM <= WORST_ACCURACY_M;
const inTime = (one: DrivenPoint, other: DrivenPoint): number =>
  one.at - other.at || one.lat - other.lat || one.lng - other.lng;

function deriveLeg(leg: Stretch, known: readonly DrivenPoint[], facts: TripFacts): Interval<ShownState>[] {
  const points = known.filter(({ at }) => at >= leg.from && at <= leg.to);
  const spans = joined(spansOf(leg, points, facts.places), isSameSpan);
  const shown = spans.map(({ from, to, shows, stop }) => ({ from, to, state: stateOf(shows, stop, to - from, facts) }));
  return facts.visits.reduce((intervals, visit) => withVisit(intervals, visit, leg, spans), shown);
}

const isSameSpan = (one: Span, other: Span): boolean =>
  one.shows === other.shows && (one.shows === 'NOTHING' || one.stop === other.stop);

/** The spans between the positions. Before the first and after the last one the truck is taken to stand there. */
function spansOf(leg: Stretch, points: readonly DrivenPoint[], places: readonly StopPlace[]): Span[] {
  const [first, last] = [points[0], points.at(-1)];
  const bounded = [{ ...(first ?? NOWHERE), at: leg.from }, ...points, { ...(last ?? NOWHERE), at: leg.to }];
  return bounded.slice(1).map((other, index) => {
    const one = bounded[index] ?? other;
    const [length, metres] = [other.at - one.at, metresBetween(one, other)];
    const moves = metres >= MOVES_M || (length > 0 && metres / length >= MOVES_KMH / 3.6);
    const shows = length > NO_DATA ? 'NOTHING' : moves ? 'MOVES' : 'STANDS';
    const stop = places.find((place) => isAt(place, one) && isAt(place, other));
    return { from: one.at, to: other.at, shows, stop };
  });
}

const NOWHERE = { lat: 0, lng: 0 };
const isAt = (place: StopPlace, point: Place): boolean => metresBetween(place, point) <= place.radiusM;

function stateOf(
  shows: Span['shows'],
  stop: StopPlace | undefined,
  length: number,
  { pauseMinutes }: TripFacts,
): ShownState {
  if (shows === 'NOTHING') return 'SIN_DATO';
  if (shows === 'MOVES') return 'CONDUCE';
  if (stop) return 'AUXILIAR';
  if (length < pauseMinutes * MINUTE) return 'ESPERA';
  return length < REST ? 'PAUSA' : 'DESCANSO';
}

/** Work from arrival to departure. Driving away from the place stays driving: a late report of the departure hides none. */
function withVisit(
  intervals: readonly Interval<ShownState>[],
  { from, to = Infinity, place }: Visit,
  leg: Stretch,
  spans: readonly Span[],
): Interval<ShownState>[] {
  const drives = spans.filter(({ shows, stop }) => shows === 'MOVES' && (stop === undefined || stop !== place));
  const leaves = drives.find((span) => span.from > from)?.from ?? Infinity;
  const stay = clipped([{ from, to: Math.min(to, leaves), state: 'AUXILIAR' as const }], leg);
  const work = drives.reduce((left, drive) => without(left, drive), stay);
  return [...work.reduce((left, one) => without(left, one), [...intervals]), ...work].sort(byTime);
}
