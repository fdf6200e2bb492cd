import * as v from 'valibot';
import { driverKey } from '../../shared/fleet/driver';
import type { Runtime } from '../../shared/platform/runtime/context';
import type { MemberActor } from '../../shared/teams/members';
import { createTrip } from '../../shared/trips/create-trip';
import { moveTrip } from '../../shared/trips/move-trip';
import { recordPing } from '../../shared/trips/record-ping';
import { NewTrip, type TripRecord, tripKey } from '../../shared/trips/trip';
import { asOf, look, use } from './capabilities';
import { stopId } from './identifiers';
import { ROUTES } from './routes';
import { earlier, type Seeding } from './seed-records';
import { type DemoTrip, TRIPS } from './trips';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A trip is planned this long before its start. */
const PLANNED_AHEAD_MS = 48 * HOUR_MS;

/** Plans a trip and moves it through its states and along its road, each step at its own instant. Skips steps of an earlier seeding. */
export async function tellTrip(seeding: Seeding, told: DemoTrip): Promise<void> {
  const { runtime, actor: member } = seeding;
  const now = runtime.now().getTime();
  const start = floorToHour(now + told.startsInHours * HOUR_MS);
  let trip = (await earlier(seeding, tripKey(member.teamId, told.id))) ?? (await plan(runtime, member, told, start));
  for (const { to, afterHours, at } of movesLeft(told, trip)) {
    const move = use(asOf(runtime, start + afterHours * HOUR_MS), moveTrip);
    trip = await move({ ...member, pool: 'staff' }, trip, to, at && { lat: at[0], lng: at[1] });
  }
  if (trip.status === 'EN_PROCESO') await drive(runtime, trip, told);
}

const floorToHour = (milliseconds: number): number => milliseconds - (milliseconds % HOUR_MS);

function plan(runtime: Runtime, member: MemberActor, { id, plan, plannedHours }: DemoTrip, start: number) {
  const plannedAt = Math.min(runtime.now().getTime(), start - PLANNED_AHEAD_MS);
  const dates = { startDate: instant(start), endDate: instant(start + plannedHours * HOUR_MS) };
  const make = use(asOf(runtime, plannedAt), createTrip, id, undefined, ...stopIds(id, plan.routeId));
  return make(member, v.parse(NewTrip, { ...plan, ...dates }), undefined);
}

/** The identifiers of the trip's stops. Its creation takes that of its draft before. */
function stopIds(tripId: string, routeId: string | undefined): string[] {
  const trip = TRIPS.findIndex(({ id }) => id === tripId) + 1;
  const stops = ROUTES.find(({ id }) => id === routeId)?.stops ?? [];
  return stops.map((_, index) => stopId(trip, index + 1));
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The moves that follow the trip's present status. */
function movesLeft({ moves = [] }: DemoTrip, { status }: TripRecord) {
  return moves.slice(moves.findIndex(({ to }) => to === status) + 1);
}

/** Sends the positions as the driver's telephone would have sent them. */
async function drive(runtime: Runtime, trip: TripRecord, { pings = [] }: DemoTrip): Promise<void> {
  const driver = await look(runtime, driverKey(trip.teamId, trip.driverId ?? ''));
  if (driver?.sub === undefined) return;
  const { id, teamId, sub } = driver;
  for (const { minutesAgo, ...ping } of pings) {
    const sentAt = asOf(runtime, runtime.now().getTime() - minutesAgo * MINUTE_MS);
    const session = { signedInAt: sentAt.now().toISOString(), sessionId: '' };
    await use(sentAt, recordPing)({ id, teamId, sub, ...session }, trip.id, ping);
  }
}
