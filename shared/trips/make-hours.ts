import { driverKey } from '../fleet/driver';
import { type DayHours, dayHoursKey, daysOf, dayTripOf, hoursOf, stretchOfDay, withTrip } from '../hours/day-hours';
import { deriveTrip, type Visit } from '../hours/derive-trip';
import type { Interval, ShownState, Stretch } from '../hours/interval';
import type { Context } from '../platform/runtime/context';
import { allItems } from '../platform/table/lists';
import { getItem } from '../platform/table/read';
import { againWhile } from '../platform/table/retry';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { addDays, localDay } from '../platform/values/calendar';
import { recentRoadPolicy } from '../road-policy/policy';
import { knownTimeZone } from '../teams/time-zone';
import { type DutyFact, type Fact, isDuty, isMoveFact } from './fact';
import type { NamedTrip } from './judge-fact';
import { legsOf } from './judge-position';
import { storedStops } from './read-stops';
import { storedTrack } from './stored-track';
import type { ItemResult } from './sync-result';
import { keptSeconds } from './track';
import { type TripRecord, type TripStatus, tripKey } from './trip';
import type { PositionsOfCallAnswer } from './trip-of-answer';

/** A late fact moves the start of a trip by at most so many days, so an entry that no longer belongs to a day is this near. */
const DAYS_AROUND = 8;

/** Of a longer trip, such as one that no one ended, only the last days are written: each costs a write, and the end must not wait for hundreds. */
const MOST_DAYS = 31;

const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** When the trip ended. A trip under way ends at `now`. */
const endOf = ({ actualEndDate, cancelledAt }: TripRecord, now: Date): string =>
  actualEndDate ?? cancelledAt ?? now.toISOString();

/** When the driver drove the trip. The last leg of a trip under way ends at `now`. */
function stretchesOf(trip: TripRecord, driverId: string, now: Date): Stretch[] {
  const { actualStartDate, legs = [] } = trip;
  if (actualStartDate === undefined) return [];
  const all = [...legs, { driverId: trip.driverId, until: endOf(trip, now) }];
  return all.flatMap((leg, index) => {
    const from = secondsOf(all[index - 1]?.until ?? actualStartDate);
    const to = secondsOf(leg.until);
    return leg.driverId === driverId && to > from ? [{ from, to }] : [];
  });
}

/** What the facts of a trip show of a driver's time. */
export async function deriveHours(
  context: Context,
  trip: TripRecord,
  driverId: string,
  pauseMinutes: number,
): Promise<Interval<ShownState>[]> {
  const legs = stretchesOf(trip, driverId, context.now());
  const [track, { plan, registers }] = await Promise.all([storedTrack(context, trip), storedStops(context, trip)]);
  const own = new Set(legsOf(trip, driverId));
  const registersOf = new Map(registers.map((one) => [one.stopId, one]));
  // Not of a stop that the plan does not have: a report can come while an edit deletes its stop.
  const stops = plan.stops.map(({ id, lat, lng, radiusM }) => {
    const place = lat === undefined || lng === undefined ? undefined : { lat, lng, radiusM };
    return { place, ...registersOf.get(id) };
  });
  const places = stops.flatMap(({ place = [] }) => place);
  const visits = stops.flatMap(({ place, arrived, departed }): Visit[] =>
    arrived ? [{ from: secondsOf(arrived.at), to: departed && secondsOf(departed.at), place }] : [],
  );
  const points = track.filter(({ leg }) => own.has(leg));
  return deriveTrip({ legs, points, places, visits, pauseMinutes });
}

/** Another write of the day or of the trip overtook this one. */
class HoursChanged extends Error {}

/** Reads the trip whose days are written. Undefined: it is not there any more. */
type ReadTrip = () => Promise<TripRecord | undefined>;

/**
 * Writes a driver's days on a trip from its facts alone. The days are read before the trip and its facts, and each write needs the
 * revision that was read: of two at once the later one rests on all facts.
 */
async function makeHours(context: Context, read: TripRecord, readTrip: ReadTrip, driverId: string): Promise<void> {
  let latest: TripRecord | undefined = read;
  await againWhile(
    context,
    (failure) => failure instanceof HoursChanged,
    async () => {
      const trip = latest;
      if (trip?.actualStartDate === undefined) return;
      await writeHours(context, trip, driverId, async () => {
        latest = await readTrip();
        if (latest?.version !== trip.version) throw new HoursChanged();
      });
    },
  );
}

/** `assertLatest` throws when the trip was written since it was read: its times may be others, so that other days are its. */
async function writeHours(
  context: Context,
  trip: TripRecord,
  driverId: string,
  assertLatest: () => Promise<void>,
): Promise<void> {
  const { teamId } = trip;
  const stretches = stretchesOf(trip, driverId, context.now());
  // A driver can record a start later than the office entered the end. Nothing is left of the trip then, and its days before the end lose it.
  const end = secondsOf(endOf(trip, context.now()));
  const [from, to] = [stretches[0]?.from ?? end, stretches.at(-1)?.to ?? end];
  const [timeZone, policy] = await Promise.all([knownTimeZone(context, teamId), recentRoadPolicy(context, teamId)]);
  if (timeZone === undefined) return;
  const days = daysOf({ from, to }, timeZone).slice(-MOST_DAYS);
  const looked = days.length > 0 ? days : [localDay(new Date(end * 1000), timeZone)];
  const known = await readDays(context, teamId, driverId, looked);
  await assertLatest();
  const intervals = await deriveHours(context, trip, driverId, policy.pauseMinutes);
  for (const day of new Set([...days, ...known.keys()])) {
    const part = dayTripOf(trip.id, intervals, stretchOfDay(day, timeZone));
    const next = withTrip(day, known.get(day), trip.id, part, policy.hoursDays);
    // An erasure of the driver deleted the days.
    if (next && !known.has(day) && (await getItem(context, driverKey(teamId, driverId)))?.erasedAt) return;
    await writeDay(context, teamId, driverId, known.get(day), next);
  }
}

async function readDays(
  context: Context,
  teamId: string,
  driverId: string,
  days: readonly string[],
): Promise<Map<string, DayHours>> {
  const between = {
    from: addDays(days[0] ?? '', -DAYS_AROUND),
    to: `${addDays(days.at(-1) ?? '', DAYS_AROUND)}~`,
  };
  const items = await allItems(context, { ...hoursOf(teamId, driverId), between, consistent: true });
  return new Map(items.flatMap((item) => ('trips' in item ? [[item.day, item] as const] : [])));
}

async function writeDay(
  context: Context,
  teamId: string,
  driverId: string,
  found: DayHours | undefined,
  next: DayHours | undefined,
): Promise<void> {
  if (next === undefined) return;
  const condition = found ? { equals: { revision: found.revision } } : { exists: false };
  const step = update(dayHoursKey(teamId, driverId, next.day), { set: next }, condition, () => new HoursChanged());
  await writeOne(context, step);
}

/**
 * Writes the days of a driver whose trip is about to end at `endedAt`. The end follows in a transaction with the same instant, so that an
 * interruption leaves no ended trip without its days.
 */
export async function makeHoursBeforeEnd(
  context: Context,
  trip: TripRecord,
  status: TripStatus,
  endedAt: string,
): Promise<void> {
  const { driverId } = trip;
  if (driverId !== undefined) await makeFirstHours(context, { ...trip, status, actualEndDate: endedAt }, driverId);
}

/** Writes the days of the present driver before the trip goes to another driver at `until`. */
export async function makeHoursBeforeRelay(
  context: Context,
  trip: TripRecord,
  nextDriverId: string,
  until: string,
): Promise<void> {
  const { driverId, leg: number = 0, legs = [] } = trip;
  if (driverId === undefined) return;
  const relayed = { ...trip, driverId: nextDriverId, legs: [...legs, { driverId, until, number }] };
  await makeFirstHours(context, relayed, driverId);
}

/** Writes the days of a driver who drove the trip until now. A trip that began this second has none, and none are read. */
async function makeFirstHours(context: Context, trip: TripRecord, driverId: string): Promise<void> {
  if (stretchesOf(trip, driverId, context.now()).length > 0) await makeHours(context, trip, async () => trip, driverId);
}

/** Whether the driver's time on the trip is over. */
const isOver = ({ status, driverId }: TripRecord, id: string): boolean =>
  status === 'COMPLETADO' || status === 'CANCELADO' || driverId !== id;

/** The trips that are over for the driver and of which a call accepted facts that show working time. */
export function lateTrips(
  driverId: string,
  named: ReadonlyMap<string, NamedTrip>,
  facts: ReadonlyMap<Fact | DutyFact, ItemResult>,
  track: PositionsOfCallAnswer,
): Set<string> {
  const late = new Set<string>();
  for (const [fact, result] of facts) {
    const trip = named.get(fact.tripId ?? '')?.trip;
    if (trip && isAccepted(result) && showsWork(fact) && isOver(trip, driverId)) late.add(trip.id);
  }
  for (const tripId of tripsOfLatePositions(track)) late.add(tripId);
  return late;
}

/** The trips that are over and of which a call accepted positions. */
export const tripsOfLatePositions = ({ results, trips }: PositionsOfCallAnswer): string[] =>
  [...results].flatMap(([{ tripId }, result]) =>
    isAccepted(result) && trips.get(tripId)?.isOpen === false ? [tripId] : [],
  );

/** The phone need not send the item again. */
export const isAccepted = ({ result }: ItemResult): boolean => result === 'APPLIED' || result === 'DUPLICATE';
/** A note and a proof say nothing about the time of a stop. */
const showsWork = (fact: Fact | DutyFact): boolean =>
  !isDuty(fact) && (isMoveFact(fact) || ('stopId' in fact && fact.kind !== 'PROOF'));

/**
 * Writes the days of a trip anew, of each driver whose time on it is over: what one driver reports about a stop can change the time of another one.
 * Positions of a trip that began before the track is kept may be gone: its days stay as they are.
 */
export async function makeHoursAgain(context: Context, trip: TripRecord | undefined): Promise<void> {
  if (trip?.actualStartDate === undefined) return;
  const readTrip = () => getItem(context, tripKey(trip.teamId, trip.id));
  const kept = keptSeconds(await recentRoadPolicy(context, trip.teamId));
  const isTrackWhole = kept === 0 || context.now().getTime() - Date.parse(trip.actualStartDate) < kept * 1000;
  if (!isTrackWhole) return;
  const drivers = [...(trip.legs ?? []), trip].flatMap(({ driverId = [] }) => driverId);
  for (const driverId of new Set(drivers))
    if (isOver(trip, driverId)) await makeHours(context, trip, readTrip, driverId);
}

/** Writes the days of trips anew after a call that came late for them. */
export async function makeLateHours(context: Context, teamId: string, tripIds: Iterable<string>): Promise<void> {
  for (const tripId of tripIds) await makeHoursAgain(context, await getItem(context, tripKey(teamId, tripId)));
}
