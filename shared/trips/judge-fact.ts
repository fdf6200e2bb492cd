import { type DutyFact, type Fact, stopIdOf } from './fact';
import type { StopPlan } from './stop';
import type { Refusal } from './sync-result';
import type { TripRecord } from './trip';

/** A former driver's fact counts a little beyond the relay: phones and service learn of it at different times. */
export const AFTER_LEG_MS = 2 * 60_000;

/** The trip that a fact names. */
export interface NamedTrip {
  readonly trip: TripRecord | undefined;
  readonly plan: StopPlan | undefined;
}

/** Whether the driver has or had the trip. */
export const isOrWasTheirs = ({ driverId, legs = [] }: Pick<TripRecord, 'driverId' | 'legs'>, id: string): boolean =>
  driverId === id || legs.some((leg) => leg.driverId === id);

/** Whether the trip was the driver's when the fact was recorded. Of a driver who had it twice the last leg counts. */
function wasTheirsAt({ driverId, legs = [] }: TripRecord, id: string, at: string): boolean {
  if (driverId === id) return true;
  const leg = legs.findLast((one) => one.driverId === id);
  return leg !== undefined && Date.parse(at) <= Date.parse(leg.until) + AFTER_LEG_MS;
}

/**
 * Why a fact is not accepted. Undefined when it is. The time of recording decides whose fact it is, but only the present
 * driver ends the trip. After the end of the trip facts are still accepted: papers come late.
 */
export function refusalOfFact(fact: Fact | DutyFact, driverId: string, { trip, plan }: NamedTrip): Refusal | undefined {
  if (trip === undefined) return { error: 'NOT_FOUND' };
  if (!wasTheirsAt(trip, driverId, fact.at)) return { error: 'NOT_YOUR_TRIP' };
  if (fact.kind === 'TRIP_END' && trip.driverId !== driverId) return { error: 'NOT_YOUR_TRIP' };
  if (trip.status === 'CANCELADO' && (trip.actualStartDate === undefined || fact.kind === 'TRIP_END'))
    return { error: 'TRIP_CANCELLED' };
  if (trip.status === 'NO_INICIADO' && fact.kind !== 'TRIP_START') return { error: 'TRIP_NOT_STARTED' };
  const stopId = stopIdOf(fact);
  if (stopId !== undefined && !plan?.stops.some(({ id }) => id === stopId)) return { error: 'STOP_UNKNOWN' };
  return undefined;
}
