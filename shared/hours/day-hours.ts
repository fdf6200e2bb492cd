import * as v from 'valibot';
import { Bytes } from '../platform/table/bytes';
import { key, part, TIME_TO_LIVE } from '../platform/table/keys';
import { addDays, instantRange, localDay } from '../platform/values/calendar';
import { Day, Instant, Lines, Uuid, Whole } from '../platform/values/fields';
import { DUTY_STATES, hoursExpire } from './duty';
import { clipped, decodeIntervals, encodeIntervals, type Interval, type ShownState, type Stretch } from './interval';

/** What the facts of one trip show of one local day of a driver. */
const DayTrip = v.object({
  tripId: Uuid,
  /** The first second of the intervals, since 1970. */
  start: Whole,
  /** As `encodeIntervals` writes them. */
  intervals: Bytes,
});
type DayTrip = v.InferOutput<typeof DayTrip>;

/** The working time of a driver on a local day of the team: one entry for each trip. */
const DayHours = v.object({
  day: Day,
  /** Raised by each write, so that no write rests on facts from before another one. */
  revision: Whole,
  trips: v.array(DayTrip),
  [TIME_TO_LIVE]: Whole,
});
export type DayHours = v.InferOutput<typeof DayHours>;

/** A correction of a driver's working time. It stands beside what was recorded, and is never changed. */
export const HoursCorrection = v.object({
  id: Uuid,
  /** Whose working time it is. */
  driverId: Uuid,
  /** When it began, in UTC. */
  from: Instant,
  /** When it ended, in UTC. */
  to: Instant,
  /** What the driver did in this time. */
  state: v.picklist(DUTY_STATES),
  /** Why it was corrected. */
  reason: Lines(500, 1),
  /** The driver or member, by the identifier of the driver or of the account. */
  by: Uuid,
  /** Who corrected it. */
  byType: v.picklist(['DRIVER', 'MEMBER']),
  createdAt: Instant,
});
export type HoursCorrection = v.InferOutput<typeof HoursCorrection>;
const StoredCorrection = v.object({ ...HoursCorrection.entries, [TIME_TO_LIVE]: Whole });

/** The items of days and, below each day, its corrections. */
export const hoursOf = (teamId: string, driverId: string) =>
  part(v.union([DayHours, StoredCorrection]), `TEAM#${teamId}#DRIVER#${driverId}`, 'HOURS#');
export const dayHoursKey = (teamId: string, driverId: string, day: string) =>
  key(DayHours, hoursOf(teamId, driverId).pk, `HOURS#${day}#LOG`);
export const hoursCorrectionKey = (teamId: string, driverId: string, day: string, id: string) =>
  key(StoredCorrection, hoursOf(teamId, driverId).pk, `HOURS#${day}#CORRECTION#${id}`);

const secondsOf = (instant: string | undefined): number => Date.parse(instant ?? '') / 1000;

/** The seconds of a local day. */
export const stretchOfDay = (day: string, timeZone: string): Stretch => ({
  from: secondsOf(instantRange({ from: day }, timeZone).from),
  to: secondsOf(instantRange({ from: addDays(day, 1) }, timeZone).from),
});

/** The local days of a stretch. */
export function daysOf({ from, to }: Stretch, timeZone: string): string[] {
  const days: string[] = [];
  if (to <= from) return days;
  const last = localDay(new Date(to * 1000 - 1), timeZone);
  for (let day = localDay(new Date(from * 1000), timeZone); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** What a trip shows of a day. Undefined when it shows nothing. */
export function dayTripOf(
  tripId: string,
  intervals: readonly Interval<ShownState>[],
  day: Stretch,
): DayTrip | undefined {
  const own = clipped(intervals, day);
  const [first] = own;
  if (first === undefined) return undefined;
  return { tripId, start: first.from, intervals: encodeIntervals(first.from, own) };
}

export const intervalsOf = ({ start, intervals }: DayTrip): Interval<ShownState>[] => decodeIntervals(start, intervals);

/** The day after a trip was derived anew. Undefined when nothing changed. */
export function withTrip(
  day: string,
  found: DayHours | undefined,
  tripId: string,
  trip: DayTrip | undefined,
  hoursDays: number,
): DayHours | undefined {
  const { revision = 0, trips = [] } = found ?? {};
  const known = trips.find((one) => one.tripId === tripId);
  if (textOf(known) === textOf(trip)) return undefined;
  const others = trips.filter((one) => one !== known);
  const all = [...others, ...(trip ? [trip] : [])].sort((one, other) => (one.tripId < other.tripId ? -1 : 1));
  return { day, revision: revision + 1, trips: all, [TIME_TO_LIVE]: hoursExpire(`${day}T23:59:59Z`, hoursDays) };
}

const textOf = (trip: DayTrip | undefined): string =>
  trip ? [trip.start, Buffer.from(trip.intervals).toString('base64')].join() : '';
