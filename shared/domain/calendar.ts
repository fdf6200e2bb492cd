import { TZDate } from '@date-fns/tz';
import * as v from 'valibot';
import { DayOrInstant, isDay } from './fields';
import { invalid } from './refusal';

/** Query of lists that filter by date: a day, whole and local to the team, or an instant (product.md §1). */
export const DateRangeQuery = { from: v.optional(DayOrInstant), to: v.optional(DayOrInstant) };

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
  if (from !== undefined && to !== undefined && from > to)
    throw invalid('from', 'Send a start that is not after the end.');
  return { from, to };
}

const firstInstant = (value: string, timeZone: string): string =>
  isDay(value) ? localMidnight(value, 0, timeZone).toISOString() : new Date(value).toISOString();

const lastInstant = (value: string, timeZone: string): string =>
  isDay(value)
    ? new Date(localMidnight(value, 1, timeZone).getTime() - 1).toISOString()
    : new Date(value).toISOString();

/** The first instant of a local day, or of one some days later. A day whose midnight is skipped begins when the clocks go on. */
function localMidnight(day: string, daysLater: number, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(new TZDate(year, month - 1, date + daysLater, timeZone).getTime());
}
