import { TZDate } from '@date-fns/tz';
import * as v from 'valibot';
import { validationError } from '../errors';
import { DayOrInstant, FIRST_INSTANT, isDay, LAST_INSTANT } from './fields';

/** Query of lists that filter by date: a day, whole and local to the team, or an instant. */
export const DateRangeQuery = {
  from: v.optional(v.pipe(DayOrInstant, v.description('The first local day of the team, or an instant.'))),
  to: v.optional(v.pipe(DayOrInstant, v.description('The last local day of the team, it included, or an instant.'))),
};

/** Both ends included, as ISO 8601 UTC with milliseconds; absent where the filter has no such end. */
export interface InstantRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The instants of a date filter in a team's zone (IANA): a day begins at its first local instant and ends a millisecond before the next day's.
 * 400 by `from` when it lies after `to`.
 */
export function instantRange(
  filter: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): InstantRange {
  const from = filter.from === undefined ? undefined : firstInstant(filter.from, timeZone);
  const to = filter.to === undefined ? undefined : lastInstant(filter.to, timeZone);
  if (to !== undefined && (from ?? '') > to) throw validationError('from', 'Send a start that is not after the end.');
  return { from, to };
}

const firstInstant = (value: string, timeZone: string): string =>
  isDay(value) ? localMidnight(value, 0, timeZone).toISOString() : new Date(value).toISOString();

/** No later than the last instant of four digits: one of five would sort before them all. */
const lastInstant = (value: string, timeZone: string): string =>
  isDay(value)
    ? new Date(Math.min(localMidnight(value, 1, timeZone).getTime() - 1, LAST_INSTANT)).toISOString()
    : new Date(value).toISOString();

/**
 * The first instant of a local day, or of one some days later. A day whose midnight is skipped begins when the clocks go on. The year is set
 * by itself, because a date is not made of the years 0 to 99: they would be those of the twentieth century.
 */
function localMidnight(day: string, daysLater: number, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const midnight = new TZDate(2000, 0, 1, timeZone);
  midnight.setFullYear(year, month - 1, date + daysLater);
  return new Date(midnight.getTime());
}

const DAY_MS = 24 * 60 * 60_000;

/** The calendar's day of an instant in a team's zone. The zone alone decides: at the borders of Mexico it is another day for an hour or two. */
export function localDay(instant: Date, timeZone: string): string {
  const local = new TZDate(instant.getTime(), timeZone);
  return dayOf(new Date(0).setUTCFullYear(local.getFullYear(), local.getMonth(), local.getDate()));
}

/** The day that a date means which was sent as a day or as an instant. */
export const dayOfDate = (value: string, timeZone: string): string =>
  isDay(value) ? value : localDay(new Date(value), timeZone);

/** So many days later, or earlier where they are negative. Days are the calendar's: clocks that change do not matter to them. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** Days from one day to another; negative when the other lies before. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Within the years of four digits: a day of five would sort before them all. */
const dayOf = (milliseconds: number): string =>
  new Date(Math.min(Math.max(milliseconds, FIRST_INSTANT), LAST_INSTANT)).toISOString().slice(0, 10);

/** Hours by which the earliest zone of the earth is ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * 60 * 60_000;

/** The latest day that it is anywhere: what is due on a later one is due nowhere yet. */
export const lastLocalDay = (instant: Date): string => dayOf(instant.getTime() + EARLIEST_ZONE_MS);
