import type { TripAnswers } from './answers';
import { correctedTime, isAccepted } from './attempt';
import { byId, itemsOf, timeOf } from './final';
import { type Driven, hoursTruth, type Report } from './hours-truth';
import type { Recorded, RunRecord, TripState } from './record';
import { isPoint, secondOf } from './track-truth';

/** The working time of a driver as the team reads it. */
export interface DriverLog {
  readonly driverId: string;
  readonly asOf: string;
  readonly intervals: readonly {
    readonly from: string;
    readonly to: string;
    readonly state: string;
    readonly isReported: boolean;
  }[];
}

/** The times of a trip as they are stored at the end of a run. */
interface TripTimes {
  readonly driverId: string;
  readonly actualStartDate?: string | undefined;
  readonly actualEndDate?: string | undefined;
  readonly cancelledAt?: string | undefined;
  readonly legs: readonly { readonly driverId: string; readonly until: string }[];
}

export interface WorkingTimes {
  readonly logs: readonly DriverLog[];
  readonly times: ReadonlyMap<string, TripTimes>;
}

const secondsOf = (instant: string): number => secondOf(Date.parse(instant));

/**
 * Compares the working time of each driver with what the accepted items show. Not compared: a former driver of a trip that another one still drives, whose
 * days rest on what was known at the relay; a trip with an item of which a run died; and two positions in one second.
 */
export function compareHours(
  { logs, times }: WorkingTimes,
  answers: ReadonlyMap<string, TripAnswers | undefined>,
  record: RunRecord,
  say: (violation: string) => void,
  count: (what: string) => void,
): void {
  for (const log of logs) {
    const trips = drivenTrips(log, times, answers, record);
    const reports = reportsOf(log.driverId, record);
    if (trips === undefined || reports === undefined) {
      count('working time: not compared');
      continue;
    }
    count('working time: compared');
    if (reports.length > 0) count('working time: compared with reports');
    compareLog(log, trips, reports, say, count);
  }
}

function compareLog(
  { intervals, asOf }: DriverLog,
  trips: readonly Driven[],
  reports: readonly Report[],
  say: (violation: string) => void,
  count: (what: string) => void,
): void {
  const truth = hoursTruth(trips, reports);
  const told = intervals.map((one) => ({ ...one, from: secondsOf(one.from), to: secondsOf(one.to) }));
  const now = secondsOf(asOf);
  const moments = [...truth.moments, ...told.flatMap(({ from, to }) => [from, to])];
  for (const second of new Set(moments.flatMap((one) => [one - 1, one]))) {
    if (second >= now) continue;
    const interval = told.find(({ from, to }) => from <= second && second < to);
    const expected = truth.stateAt(second);
    if (interval?.state !== expected?.state)
      say(`6: a driver's working time is ${interval?.state}, not ${expected?.state}`);
    else if (interval?.isReported !== expected?.isReported)
      say(`6: a driver's ${interval?.state} is said to be ${interval?.isReported ? '' : 'not '}reported`);
  }
  for (const { state } of told) count(`working time: ${state}`);
}

/** The trips of a driver. Undefined when what must be true of one cannot be told. */
function drivenTrips(
  { driverId, asOf }: DriverLog,
  times: WorkingTimes['times'],
  answers: ReadonlyMap<string, TripAnswers | undefined>,
  record: RunRecord,
): Driven[] | undefined {
  const own = [...times].filter(([, trip]) => isTheirs(trip, driverId) && trip.actualStartDate !== undefined);
  const trips = own.map(([tripId, stored]) => {
    const read = answers.get(tripId);
    const isOver = (stored.actualEndDate ?? stored.cancelledAt) !== undefined;
    const isClear = (isOver || stored.driverId === driverId) && !itemsOf(record, tripId).maybe.some(mayBeStored);
    return isClear && read ? drivenLegs(tripId, driverId, stored, read, record, asOf) : undefined;
  });
  const clear = trips.flatMap((trip) => trip ?? []);
  return trips.includes(undefined) ? undefined : clear.filter(({ from, to }) => to > from);
}

/** A run died with the item, before or after it was stored. */
const mayBeStored = ({ attempts }: Recorded): boolean => attempts.some(({ answer }) => answer === undefined);

const isTheirs = (trip: TripTimes, driverId: string): boolean =>
  trip.driverId === driverId || trip.legs.some((leg) => leg.driverId === driverId);

/** The legs of a driver on a trip. Undefined when its positions cannot be told. */
function drivenLegs(
  tripId: string,
  driverId: string,
  { driverId: present, actualStartDate = '', actualEndDate, cancelledAt, legs }: TripTimes,
  read: TripAnswers,
  record: RunRecord,
  asOf: string,
): Driven[] | undefined {
  const { accepted } = itemsOf(record, tripId);
  const singles = record.pings.filter((ping) => ping.tripId === tripId);
  const points = pointsOf(accepted, singles, read, legs.length > 0 ? driverId : undefined);
  if (points === undefined) return undefined;
  const ended = actualEndDate ?? cancelledAt;
  const places: TripState['stops'] = record.trips.get(tripId)?.at(-1)?.stops ?? new Map();
  const stops = [...places].flatMap(([id, { place }]) => (place ? [{ id, ...place }] : []));
  const visits = visitsOf(accepted, read, places);
  const all = [...legs, { driverId: present, until: ended ?? asOf }];
  const isUnderWay = ended === undefined && present === driverId;
  const own = all.flatMap((leg, index) => {
    const from = secondsOf(all[index - 1]?.until ?? actualStartDate);
    return leg.driverId === driverId ? [{ from, to: secondsOf(leg.until) }] : [];
  });
  const driven = own.filter(({ from, to }) => to > from);
  // The end of a leg ends what the driver reported, unless the driver goes on at once.
  return driven.map(({ from, to }, index) => {
    const next = driven[index + 1];
    const end = next?.from === to || (isUnderWay && next === undefined) ? undefined : to;
    return { from, to, end, points, stops, visits };
  });
}

/** The positions, or those of one driver. Undefined when they cannot be told. */
function pointsOf(
  accepted: readonly Recorded[],
  singles: RunRecord['pings'],
  { track = [] }: TripAnswers,
  driverId: string | undefined,
): Driven['points'] | undefined {
  const pings = accepted.filter(({ sent }) => sent.kind === 'PING');
  // Of a single position the track answers nothing.
  if (pings.length > 0 && track.length === 0) return undefined;
  const points = track.flatMap((point) => {
    const { lat, lng, at } = point;
    const ping = pings.find((one) => isPoint(one, point));
    const accuracy = Number(ping?.sent.accuracyM ?? 0);
    const single = singles.find((one) => one.lat === lat && one.lng === lng);
    const isOther = driverId !== undefined && (ping ?? single)?.driverId !== driverId;
    return accuracy > 100 || isOther ? [] : [{ at: secondsOf(at), lat, lng }];
  });
  const seconds = new Set(points.map(({ at }) => at));
  return seconds.size < points.length ? undefined : points.sort((one, other) => one.at - other.at);
}

/** From the arrival with the least identifier to the departure with the greatest. */
function visitsOf(
  accepted: readonly Recorded[],
  read: TripAnswers,
  stops: ReadonlyMap<string, unknown>,
): Driven['visits'] {
  return [...stops.keys()].flatMap((stopId) => {
    const told = (kind: string) =>
      accepted.filter(({ sent }) => sent.kind === kind && sent.stopId === stopId).sort(byId);
    const [arrived, departed] = [told('STOP_ARRIVED')[0], told('STOP_DEPARTED').at(-1)];
    const at = (one: Recorded | undefined) => one && secondsOf(timeOf(read, one) ?? '');
    const from = at(arrived);
    return from === undefined ? [] : [{ stopId, from, to: at(departed) ?? Number.POSITIVE_INFINITY }];
  });
}

/** Undefined when a report has no one time, or a run died with it. */
function reportsOf(driverId: string, { items }: RunRecord): Report[] | undefined {
  const sent = items.filter((one) => one.driverId === driverId && one.sent.kind === 'DUTY' && one.attempts.length > 0);
  const reports = [];
  for (const { sent: item, attempts } of sent.sort(byId)) {
    const accepted = attempts.filter(isAccepted);
    const seconds = new Set(attempts.map((one) => secondOf(correctedTime(item.recordedAt, one))));
    const isUnclear = attempts.some(({ answer }) => answer === undefined);
    if (isUnclear || (accepted.length > 0 && seconds.size > 1)) return undefined;
    for (const at of accepted.length > 0 ? seconds : []) reports.push({ at, state: String(item.state) });
  }
  return reports;
}
