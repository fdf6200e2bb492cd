import { metresBetween } from './places';

/** A driver's time on a trip, in seconds since 1970. */
export interface Driven {
  readonly from: number;
  readonly to: number;
  /** Undefined while the driver is on the trip. */
  readonly end: number | undefined;
  /** In the order of time, one a second. */
  readonly points: readonly Point[];
  readonly stops: readonly WorkPlace[];
  readonly visits: readonly { readonly stopId: string; readonly from: number; readonly to: number }[];
}

interface Point {
  readonly at: number;
  readonly lat: number;
  readonly lng: number;
}

interface WorkPlace {
  readonly id: string;
  readonly lat: number;
  readonly lng: number;
  readonly radiusM: number;
}

/** What the driver reported: the state from `at` on. In the order of the identifiers. */
export interface Report {
  readonly at: number;
  readonly state: string;
}

/** The rules of §6. */
const MOVES_M = 300;
const MOVES_KMH = 8;
const NO_DATA = 15 * 60;
const PAUSE = 10 * 60;
const REST = 8 * 60 * 60;

/** Of trips at once the state that stands last counts. A wait is too short to be a pause. */
const RANKED = ['SIN_DATO', 'DESCANSO', 'PAUSA', 'wait', 'AUXILIAR', 'CONDUCE'];

/** Between two positions. */
interface Pair {
  readonly from: number;
  readonly to: number;
  readonly shows: 'moves' | 'stands' | 'nothing';
  readonly stopId: string | undefined;
}

/** The state of the log at an instant. Undefined outside of trips and reports. */
type StateAt = (second: number) => { readonly state: string; readonly isReported: boolean } | undefined;

/** The working time of a driver by the rules, looked at instant by instant. `moments`: between two of them nothing changes. */
export function hoursTruth(
  trips: readonly Driven[],
  reports: readonly Report[],
): { readonly moments: readonly number[]; readonly stateAt: StateAt } {
  const looks = trips.map(lookAt);
  const moments = [
    ...trips.flatMap(({ from, to, points, visits }) => [
      ...[from, to],
      ...points.map(({ at }) => at),
      ...visits.flatMap((visit) => [visit.from, visit.to]),
    ]),
    ...reports.map(({ at }) => at),
  ];
  const sorted = [...new Set(moments.filter(Number.isFinite))].sort((one, other) => one - other);
  const shownAt = (second: number): string | undefined => {
    const ranks = looks.flatMap((look) => RANKED.indexOf(look(second) ?? ''));
    return RANKED[Math.max(-1, ...ranks)];
  };
  const moves = sorted.filter((at) => shownAt(at) === 'CONDUCE' && shownAt(at - 1) !== 'CONDUCE');
  const ends = trips.flatMap(({ end = [] }) => end);
  const held = reports.map((report, index) => ({ ...report, until: untilOf(report, reports[index + 1], moves, ends) }));
  const stateAt: StateAt = (second) => {
    const shown = shownAt(second);
    const report = held.findLast(
      ({ at, until, state }) =>
        at <= second && second < until && shown !== 'CONDUCE' && !(state === 'CONDUCE' && shown === 'AUXILIAR'),
    );
    if (report) return { state: report.state, isReported: true };
    return shown === undefined ? undefined : { state: shown === 'wait' ? 'CONDUCE' : shown, isReported: false };
  };
  return { moments: [...sorted, ...held.map(({ until }) => until).filter(Number.isFinite)], stateAt };
}

/** A report holds until the next one. Driving ends a report of anything else, and the end of a trip ends reported work. */
function untilOf(
  { at, state }: Report,
  next: Report | undefined,
  moves: readonly number[],
  ends: readonly number[],
): number {
  const isLater = (one: number) => one > at;
  const move = state === 'CONDUCE' ? undefined : moves.find(isLater);
  const end = state === 'CONDUCE' || state === 'AUXILIAR' ? Math.min(...ends.filter(isLater)) : undefined;
  return Math.min(...[next?.at, move, end].map((one) => one ?? Number.POSITIVE_INFINITY));
}

/** What positions and stops of one trip show at an instant. */
function lookAt(trip: Driven): (second: number) => string | undefined {
  const pairs = pairsOf(trip);
  const runOf = (pair: Pair) => {
    const isSame = (other: Pair | undefined) =>
      other?.shows === pair.shows && (pair.shows === 'nothing' || other.stopId === pair.stopId);
    const index = pairs.indexOf(pair);
    let [first, last] = [index, index];
    while (isSame(pairs[first - 1])) first -= 1;
    while (isSame(pairs[last + 1])) last += 1;
    return { from: pairs[first]?.from ?? pair.from, to: pairs[last]?.to ?? pair.to };
  };
  const isDriving = ({ shows, stopId }: Pair, visited: string) =>
    shows === 'moves' && (stopId === undefined || stopId !== visited);
  return (second) => {
    const pair = pairs.find(({ from, to }) => from <= second && second < to);
    if (pair === undefined) return undefined;
    const isAtWork = trip.visits.some(({ stopId, from, to }) => {
      if (second < from || second >= to || isDriving(pair, stopId)) return false;
      return !pairs.some((one) => isDriving(one, stopId) && one.from <= second && runOf(one).from > from);
    });
    if (isAtWork) return 'AUXILIAR';
    if (pair.shows === 'nothing') return 'SIN_DATO';
    if (pair.shows === 'moves') return 'CONDUCE';
    if (pair.stopId !== undefined) return 'AUXILIAR';
    const { from, to } = runOf(pair);
    if (to - from < PAUSE) return 'wait';
    return to - from < REST ? 'PAUSA' : 'DESCANSO';
  };
}

/** Before the first position and after the last one the truck is taken to stand there. */
function pairsOf({ from, to, points, stops }: Driven): Pair[] {
  const within = points.filter(({ at }) => at >= from && at <= to);
  const nowhere = { lat: 0, lng: 0 };
  const all = [{ ...(within[0] ?? nowhere), at: from }, ...within, { ...(within.at(-1) ?? nowhere), at: to }];
  return all.slice(1).flatMap((other, index) => {
    const one = all[index] ?? other;
    const seconds = other.at - one.at;
    if (seconds <= 0) return [];
    const metres = metresBetween(one, other);
    const isMove = metres >= MOVES_M || metres / seconds >= MOVES_KMH / 3.6;
    const shows = seconds > NO_DATA ? 'nothing' : isMove ? 'moves' : 'stands';
    const isAt = (stop: WorkPlace) => [one, other].every((point) => metresBetween(stop, point) <= stop.radiusM);
    return [{ from: one.at, to: other.at, shows, stopId: stops.find(isAt)?.id }];
  });
}
