import * as v from 'valibot';
import { type HoursCorrection, hoursOf, intervalsOf, stretchOfDay } from '../hours/day-hours';
import { type Duty, dutiesOf } from '../hours/duty';
import {
  type Hours,
  type HoursNow,
  type HoursQuery,
  hoursNow,
  minuteSums,
  NOTICE,
  shownIntervals,
} from '../hours/hours-answer';
import { clipped, type Interval, type ShownState, type Stretch } from '../hours/interval';
import { type Limits, limitsOf } from '../hours/limits';
import { correctedLog, endsOf, type LogInterval, logOf, movementAfter, type Report } from '../hours/timeline';
import { validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { uuidPrefix } from '../platform/runtime/uuid';
import { allItems } from '../platform/table/lists';
import { getItem, queryItems } from '../platform/table/read';
import { addDays, daysBetween, localDay } from '../platform/values/calendar';
import { recentRoadPolicy } from '../road-policy/policy';
import { knownTimeZone } from '../teams/time-zone';
import { deriveHours } from './make-hours';
import { tripKey } from './trip';

const MOST_DAYS = 31;
/** A count of driving can have begun on an earlier day. Those of two days before are looked at. */
const DAYS_BEFORE = 2;
/**
 * So many more are read on both sides. What ended a report of the day before is known then, and so are the days of another time zone, if the team
 * has changed its own.
 */
const DAYS_AROUND = 1;
const DAY_MS = 24 * 60 * 60_000;

/** The driver of a log, with the trip that the driver is on. */
export interface LoggedDriver {
  readonly teamId: string;
  readonly id: string;
  readonly tripId?: string | null | undefined;
}

/** The working time of a driver on the days of the query. A trip under way is derived anew, up to now. */
export const readHours = capability(
  { table: ['GetItem', 'Query'] },
  (context) =>
    async (driver: LoggedDriver, query: HoursQuery): Promise<Hours> => {
      const timeZone = (await knownTimeZone(context, driver.teamId)) ?? 'UTC';
      const { from, to } = rangeOf(query, localDay(context.now(), timeZone));
      const { log, corrected, corrections, until, isNow } = await readLog(
        context,
        driver,
        { from, to },
        timeZone,
        heldRest,
      );
      const range = { from: stretchOfDay(from, timeZone).from, to: until };
      const isShown = (one: HoursCorrection) =>
        Date.parse(one.to) / 1000 >= range.from && Date.parse(one.from) / 1000 < until;
      return {
        ...{ from, to, timeZone, notice: NOTICE },
        ...hoursNow(limitsOf(corrected, until), range.from, until, isNow),
        intervals: shownIntervals(clipped(log, range)),
        corrections: corrections
          .filter(isShown)
          .map(({ expires: _, ...correction }) => correction)
          .sort((one, other) => (one.id < other.id ? -1 : 1)),
        sums: minuteSums(clipped(corrected, range)),
        recordedSums: minuteSums(clipped(log, range)),
      };
    },
);

/** The limits of a driver now. */
export async function limitsNow(context: Context, driver: LoggedDriver): Promise<HoursNow> {
  const { limits, today, until } = await readLimits(context, driver);
  return hoursNow(limits, today, until, true);
}

/** What the log says of the limits now, in seconds since 1970, and when the local day began. */
export async function readLimits(
  context: Context,
  driver: LoggedDriver,
): Promise<{ readonly limits: Limits; readonly today: number; readonly until: number }> {
  const timeZone = (await knownTimeZone(context, driver.teamId)) ?? 'UTC';
  const day = localDay(context.now(), timeZone);
  const { corrected, until } = await readLog(context, driver, { from: day, to: day }, timeZone);
  return { limits: limitsOf(corrected, until), today: stretchOfDay(day, timeZone).from, until };
}

function rangeOf({ from: sent, to: end }: HoursQuery, today: string): { readonly from: string; readonly to: string } {
  const to = end ?? (sent !== undefined && sent > today ? sent : today);
  const from = sent ?? to;
  if (from > to)
    throw validationError('from', {
      en: 'Send a first day that is not after the last one.',
      es: 'Envíe un primer día que no sea posterior al último.',
    });
  if (daysBetween(from, to) >= MOST_DAYS)
    throw validationError('from', {
      en: `Ask for at most ${MOST_DAYS} days.`,
      es: `Pida como máximo ${MOST_DAYS} días.`,
    });
  return { from, to };
}

interface ReadLog {
  /** As recorded, and with the corrections: from two days before the first day on. */
  readonly log: LogInterval[];
  readonly corrected: LogInterval[];
  readonly corrections: readonly (HoursCorrection & { readonly expires: number })[];
  /** Now, or the end of the last day. */
  readonly until: number;
  readonly isNow: boolean;
}

async function readLog(
  context: Context,
  driver: LoggedDriver,
  { from, to }: { readonly from: string; readonly to: string },
  timeZone: string,
  readEarlier?: typeof heldRest,
): Promise<ReadLog> {
  const now = Math.floor(context.now().getTime() / 1000);
  const before = addDays(from, -DAYS_BEFORE);
  const [start, end] = [stretchOfDay(before, timeZone).from, stretchOfDay(to, timeZone).to];
  const within: Stretch = { from: start, to: Math.max(start, Math.min(now, end)) };
  const [first, last] = [addDays(before, -DAYS_AROUND), addDays(to, DAYS_AROUND)];
  const known = stretchOfDay(first, timeZone).from;
  const { teamId, id } = driver;
  // First, because a trip that ends meanwhile has its days by then.
  const live = now >= start ? await readLive(context, driver, end) : undefined;
  const [items, duties] = await Promise.all([
    allItems(context, { ...hoursOf(teamId, id), between: { from: first, to: `${last}~` }, consistent: true }),
    allItems(context, { ...dutiesOf(teamId, id), between: idsBetween(start, within.to), consistent: true }),
  ]);
  const shown = new Map<string, Interval<ShownState>[]>();
  for (const trip of items.flatMap((item) => ('trips' in item ? item.trips : [])))
    shown.set(trip.tripId, [...(shown.get(trip.tripId) ?? []), ...intervalsOf(trip)]);
  if (live) shown.set(live.tripId, live.intervals);
  const trips = [...shown.values()];
  const corrections = items.flatMap((item) => ('reason' in item ? [item] : []));
  // What ended an earlier report is not known.
  const reports = duties.map(reportOf).filter(({ at }) => at >= known);
  const earlier = await readEarlier?.(context, driver, reports, start, first);
  const log = logOf(
    { intervals: [...trips.flat(), ...(earlier?.intervals ?? [])], ends: trips.flatMap(endsOf) },
    earlier ? [earlier.report, ...reports] : reports,
    within,
  );
  const stretches = corrections.map((one) => ({ ...one, from: secondsOf(one.from), to: secondsOf(one.to) }));
  return {
    log,
    corrected: correctedLog(log, stretches, within),
    corrections,
    until: within.to,
    isNow: now < end,
  };
}

const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** The identifiers of a stretch, and of a day around it: the clock of a phone can be wrong. */
const idsBetween = (from: number, to: number) => ({
  from: uuidPrefix(new Date(from * 1000 - DAY_MS)),
  to: `${uuidPrefix(new Date(to * 1000 + DAY_MS))}~`,
});

const reportOf = ({ id, at, state }: Duty): Report => ({ id, state, at: secondsOf(at) });

/** What is before the days that are read, as far as a report from there can hold in them. */
interface Earlier {
  readonly report: Report;
  readonly intervals: readonly Interval<ShownState>[];
}

/** So many stored days and corrections since the report are read at once, because one of the first days usually has the movement that ended it. */
const LOOKED_AT_ONCE = 8;

/**
 * The rest or pause that the driver reported last in the month before `reports`, unless one of these holds at `start`, with what the trips since then
 * show: a movement may have ended it. A rest before any driving changes no limit, so that only the shown log needs it.
 */
async function heldRest(
  context: Context,
  { teamId, id }: LoggedDriver,
  reports: readonly Report[],
  start: number,
  first: string,
): Promise<Earlier | undefined> {
  if (reports.some(({ at }) => at <= start)) return undefined;
  const { schema, ...duties } = dutiesOf(teamId, id);
  const oldest = new Date(start * 1000 - MOST_DAYS * DAY_MS);
  const before = { from: uuidPrefix(oldest), to: idsBetween(start, start).from };
  const { items: found } = await queryItems(context, { ...duties, between: before, limit: 1 });
  const report = found.map((item) => reportOf(v.parse(schema, item)))[0];
  if (report === undefined || !['PAUSA', 'DESCANSO'].includes(report.state)) return undefined;
  const intervals = await unmovedSince(context, { teamId, id }, report.at, first);
  return intervals && { report, intervals };
}

/** What trips show from an instant, in seconds, to the day `before`. Undefined when a movement began in this time. */
async function unmovedSince(
  context: Context,
  { teamId, id }: LoggedDriver,
  at: number,
  before: string,
): Promise<readonly Interval<ShownState>[] | undefined> {
  const { schema, ...days } = hoursOf(teamId, id);
  const between = { from: addDays(localDay(new Date(at * 1000), 'UTC'), -1), to: before };
  const intervals: Interval<ShownState>[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await queryItems(context, { ...days, between, ascending: true, limit: LOOKED_AT_ONCE, after });
    const read = page.items.map((item) => v.parse(schema, item));
    intervals.push(...read.flatMap((item) => ('trips' in item ? item.trips.flatMap(intervalsOf) : [])));
    if (movementAfter(intervals, at) !== undefined) return undefined;
    if (!page.more) return intervals;
    after = page.items.at(-1)?.sk;
  }
}

/** What the trip shows on which the driver is now, if it began before the end of what is read. */
async function readLive(
  context: Context,
  { teamId, id, tripId }: LoggedDriver,
  end: number,
): Promise<{ readonly tripId: string; readonly intervals: Interval<ShownState>[] } | undefined> {
  if (!tripId) return undefined;
  const trip = await getItem(context, tripKey(teamId, tripId));
  if (trip?.status !== 'EN_PROCESO' || secondsOf(trip.actualStartDate ?? '') >= end) return undefined;
  const { pauseMinutes } = await recentRoadPolicy(context, teamId);
  return { tripId, intervals: await deriveHours(context, trip, id, pauseMinutes) };
}
