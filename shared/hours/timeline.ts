import type { DutyState } from './duty';
import {
  byTime,
  clipped,
  type HoursState,
  type Interval,
  joined,
  type ShownState,
  type Stretch,
  without,
} from './interval';

/** What the facts of trips show. */
interface ShownTrips {
  /** In any order. Those of different trips may overlap: then the greater of two states in {@link PRECEDENCE} counts. */
  readonly intervals: readonly Interval<ShownState>[];
  /** When the driver's time on each trip ended, also by a relay. */
  readonly ends: readonly number[];
}

/** A report of the driver: the state from `at` on, in seconds. */
export interface Report {
  readonly id: string;
  readonly at: number;
  readonly state: DutyState;
}

/** A correction: the state of a stretch. */
interface CorrectedStretch extends Stretch {
  readonly id: string;
  readonly state: DutyState;
}

/** An interval of the log, and whether the driver reported it. */
export interface LogInterval extends Interval {
  readonly isReported: boolean;
}

/** Of overlapping trips the state that stands first counts. */
const PRECEDENCE: readonly ShownState[] = ['SIN_DATO', 'DESCANSO', 'PAUSA', 'ESPERA', 'AUXILIAR', 'CONDUCE'];

const sortedById = <T extends { readonly id: string }>(all: readonly T[]): T[] =>
  [...new Map(all.map((one) => [one.id, one])).values()].sort((one, other) => (one.id < other.id ? -1 : 1));

/** Puts an interval over the others. A report that the next one dates back is empty. */
const painted = <I extends Stretch>(under: readonly I[], over: I): I[] =>
  over.to <= over.from ? [...under] : [...without(under, over), over].sort(byTime);

/**
 * The log of a driver within a stretch. A report holds until the next one, in the order of the identifiers. Movement that
 * positions show stays CONDUCE, and ends a report of anything else. The end of a trip ends reported work.
 */
export function logOf(trips: ShownTrips, reports: readonly Report[], within: Stretch): LogInterval[] {
  const shown = shownLog(trips.intervals);
  const log = sortedById(reports).reduce(
    (under, report, index, sorted) =>
      underReport(under, shown, report, endOf(report, sorted[index + 1], shown, trips.ends)),
    shown,
  );
  const told = clipped(log, within).map(({ state, ...rest }) => ({ ...rest, state: toldState(state) }));
  return joined(told, (one, other) => one.state === other.state && one.isReported === other.isReported);
}

type ShownInterval = Interval<ShownState> & { readonly isReported: boolean };

/**
 * Only intervals that overlap are put over one another: over all of a month the time would grow with the square of their number.
 * Movement that goes on at midnight, or on another trip, is one interval: it does not begin there.
 */
const shownLog = (intervals: readonly Interval<ShownState>[]): ShownInterval[] =>
  joined(
    overlapping(intervals).flatMap((group) =>
      PRECEDENCE.flatMap((state) => group.filter((one) => one.state === state)).reduce<ShownInterval[]>(
        (under, one) => painted(under, { ...one, isReported: false }),
        [],
      ),
    ),
    (one, other) => one.state === other.state,
  );

/** When the driver's time on a trip ended: from its beginning to its end, or to a relay, its intervals leave no second out. */
export const endsOf = (trip: readonly Interval<ShownState>[]): number[] =>
  joined([...trip].sort(byTime), () => true).map(({ to }) => to);

/** The intervals in groups in the order of time. Those of different groups do not overlap. */
function overlapping<I extends Stretch>(intervals: readonly I[]): I[][] {
  const groups: I[][] = [];
  let end = -Infinity;
  for (const one of [...intervals].sort(byTime)) {
    if (one.from < end) groups.at(-1)?.push(one);
    else groups.push([one]);
    end = Math.max(end, one.to);
  }
  return groups;
}

const toldState = (state: ShownState): HoursState => (state === 'ESPERA' ? 'CONDUCE' : state);

const isMovement = ({ state }: ShownInterval): boolean => state === 'CONDUCE';

const firstMovement = (shown: readonly ShownInterval[], at: number): number | undefined =>
  shown.find((one) => isMovement(one) && one.from > at)?.from;

/** When the first movement after an instant began, in seconds. It ends what the driver reported at the instant, unless that was driving. */
export const movementAfter = (intervals: readonly Interval<ShownState>[], at: number): number | undefined =>
  firstMovement(shownLog(intervals), at);

/** When a report no longer holds. */
function endOf(
  { at, state }: Report,
  next: Report | undefined,
  shown: readonly ShownInterval[],
  ends: readonly number[],
): number {
  const moved = state === 'CONDUCE' ? undefined : firstMovement(shown, at);
  const isWork = state === 'CONDUCE' || state === 'AUXILIAR';
  const end = isWork ? Math.min(...ends.filter((one) => one > at)) : Infinity;
  return Math.min(next?.at ?? Infinity, moved ?? Infinity, end);
}

/** Puts a report over what it may cover: not over movement, and reported driving not over work at a stop. */
function underReport(
  under: readonly ShownInterval[],
  shown: readonly ShownInterval[],
  { at, state }: Report,
  end: number,
): ShownInterval[] {
  const stays = shown.filter((one) => isMovement(one) || (state === 'CONDUCE' && one.state === 'AUXILIAR'));
  const report: ShownInterval = { from: at, to: end, state, isReported: true };
  return stays.reduce((left, one) => without(left, one), [report]).reduce((log, one) => painted(log, one), [...under]);
}

/** The log with the corrections in it, the later over the earlier. The log itself stays as it was recorded. */
export function correctedLog(
  log: readonly LogInterval[],
  corrections: readonly CorrectedStretch[],
  within: Stretch,
): LogInterval[] {
  const corrected = sortedById(corrections).reduce<LogInterval[]>(
    (under, { from, to, state }) => painted(under, { from, to, state, isReported: true }),
    [...log],
  );
  return joined(clipped(corrected, within), (one, other) => one.state === other.state);
}
