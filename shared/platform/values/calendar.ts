import { TZDate } from '@date-fns/tz';
import * as v from 'valibot';
import { validationError } from '../errors';
import { DayOrInstant, FIRST_INSTANT, isDay, LAST_INSTANT } from './fields';

/** Query of lists that filter by date: a whole local day of the team, or an instant. */
export const DateRangeQuery = {
  from: v.optional(v.pipe(DayOrInstant, v.description('The first local day of the team, or an instant.'))),
  to: v.optional(v.pipe(DayOrInstant, v.description('The last local day of the team, inclusive, or an instant.'))),
};

/** Both ends are included, as ISO 8601 UTC with milliseconds. An absent end is open. */
export interface InstantRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The instants of a date filter in a team's IANA time zone. A day begins at its first local instant and ends one
 * millisecond before the next day. Throws VALIDATION_FAILED with the field `from` when `from` lies after `to`.
 */
export function instantRange(
  filter: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): InstantRange {
  const from = filter.from === undefined ? undefined : firstInstant(filter.from, timeZone);
  const to = filter.to === undefined ? undefined : lastInstant(filter.to, timeZone);
  if (to !== undefined && (from ?? '') > to)
    throw validationError('from', {
      en: 'Send a start that is not after the end.',
      es: 'Envíe un inicio que no sea posterior al fin.',
    });
  return { from, to };
}

const firstInstant = (value: string, timeZone: string): string =>
  isDay(value) ? localMidnight(value, 0, timeZone).toISOString() : new Date(value).toISOString();

/** At most the last instant of the year 9999: a year of five digits would sort before all others. */
const lastInstant = (value: string, timeZone: string): string =>
  isDay(value)
    ? new Date(Math.min(localMidnight(value, 1, timeZone).getTime() - 1, LAST_INSTANT)).toISOString()
    : new Date(value).toISOString();

/**
 * The first instant of a local day, or of the day `daysLater`. If the clocks skip midnight, the day begins after the
 * skipped hour. `setFullYear` sets the year because the constructor reads the years 0 to 99 as 1900 to 1999.
 */
function localMidnight(day: string, daysLater: number, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const midnight = new TZDate(2000, 0, 1, timeZone);
  midnight.setFullYear(year, month - 1, date + daysLater);
  return new Date(midnight.getTime());
}

const DAY_MS = 24 * 60 * 60_000;

/** The local day of an instant. Mexico has several time zones, so neighbouring teams can have different days. */
export function localDay(instant: Date, timeZone: string): string {
  const local = new TZDate(instant.getTime(), timeZone);
  return dayOf(new Date(0).setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate()));
}

/** The local day of a value that was sent as a day or as an instant. */
export const dayOfDate = (value: string, timeZone: string): string =>
  isDay(value) ? value : localDay(new Date(value), timeZone);

/** Adds calendar days; a negative number subtracts. Clock changes have no influence. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** The month after a month: 2026-02 after 2026-01. */
export const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7);

/** Calendar days between two days. Negative when `to` lies before `from`. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Limited to years of four digits: a year of five digits would sort before all others. */
const dayOf = (milliseconds: number): string =>
  new Date(Math.min(Math.max(milliseconds, FIRST_INSTANT), LAST_INSTANT)).toISOString().slice(0, 10);

/** UTC+14, the earliest time zone. */
const EARLIEST_ZONE_MS = 14 * 60 * 60_000;

/** The latest local day anywhere at this instant. A document that expires after it has not expired in any time zone. */
export const lastLocalDay = (instant: Date): string => dayOf(instant.getTime() + EARLIEST_ZONE_MS);
