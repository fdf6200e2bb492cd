import { AFTER_LEG_MS } from './judge-fact';
import type { SentPosition } from './position-item';
import type { Refusal } from './sync-result';
import type { TripRecord } from './trip';

/** A position counts a little beyond the end: phones and service learn of it at different times. */
const AFTER_END_MS = 2 * 60_000;

/** The number of the leg in which the driver recorded a position. Undefined when the trip was another driver's. */
function legAt({ driverId, leg = 0, legs = [] }: TripRecord, id: string, at: string): number | undefined {
  if (driverId === id) return leg;
  return legs.find((one) => one.driverId === id && Date.parse(at) <= Date.parse(one.until) + AFTER_LEG_MS)?.number;
}

/** The numbers of all legs that the driver drove. Legs of an earlier release have none, and no track. */
export const legsOf = ({ driverId, leg = 0, legs = [] }: TripRecord, id: string): number[] => [
  ...legs.flatMap((one) => (one.driverId === id && one.number !== undefined ? [one.number] : [])),
  ...(driverId === id ? [leg] : []),
];

/** The driver of a leg. Undefined for a leg that the trip no longer knows. */
export const driverOfLeg = ({ driverId, leg: present = 0, legs = [] }: TripRecord, leg: number): string | undefined =>
  leg === present ? driverId : legs.find(({ number }) => number === leg)?.driverId;

/**
 * The leg of a position that the position item does not take, or why it is not accepted. The time of recording decides,
 * as for a fact. After the end of the trip only positions that were recorded before it are accepted. If the driver's own
 * TRIP_END ended it, the identifiers say what came before: the clock of the phone can have been set back meanwhile. The
 * TRIP_END that made the transition counts, so that one with a lesser identifier that comes later has no effect.
 */
export function judgePosition(
  { id, at }: SentPosition,
  driverId: string,
  trip: TripRecord | undefined,
): { readonly leg: number } | Refusal {
  if (trip === undefined) return { error: 'NOT_FOUND' };
  const leg = legAt(trip, driverId, at);
  if (leg === undefined) return { error: 'NOT_YOUR_TRIP' };
  if (trip.status === 'CANCELADO' && trip.actualStartDate === undefined) return { error: 'TRIP_CANCELLED' };
  if (trip.status === 'NO_INICIADO') return { error: 'TRIP_NOT_STARTED' };
  const { endFactId = '', endedById = endFactId } = trip;
  const isBeforeOwnEnd = driverId === trip.driverId && !trip.endedBefore && id < endedById;
  return !isBeforeOwnEnd && isAfterEnd(trip, at) ? { error: 'TRIP_ENDED' } : { leg };
}

/** Whether the position was recorded after the end, by the instant at which the service wrote the end. */
function isAfterEnd({ status, endCommittedAt, actualEndDate, cancelledAt }: TripRecord, at: string): boolean {
  if (status === 'EN_PROCESO') return false;
  const end = endCommittedAt ?? actualEndDate ?? cancelledAt;
  return end !== undefined && Date.parse(at) > Date.parse(end) + AFTER_END_MS;
}
