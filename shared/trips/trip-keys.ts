import { type IndexKeys, key, ofTeam } from '../platform/table/keys';
import { Receivable } from './receivable';
import { TripRecord, type TripStatus } from './trip';

export const tripKey = (teamId: string, tripId: string) => key(TripRecord, ofTeam(teamId), `TRIP#${tripId}`);
export const tripsInStatus = (teamId: string, status: TripStatus) => ({ gsi1pk: `TEAM#${teamId}#TRIPS#${status}` });
export const tripsOfDriver = (teamId: string, driverId: string) => ({
  gsi2pk: `TEAM#${teamId}#DRIVER#${driverId}#TRIPS`,
});
/** The trip's identifier at the end of a sort key that {@link tripIndexes} wrote. */
export const tripIdOf = (position: string): string => position.slice(position.indexOf('#') + 1);
export function tripIndexes(trip: Pick<TripRecord, 'id' | 'teamId' | 'status' | 'startDate' | 'driverId'>): IndexKeys {
  const byStart = `${trip.startDate}#${trip.id}`;
  return {
    ...tripsInStatus(trip.teamId, trip.status),
    gsi1sk: byStart,
    ...(trip.driverId && { ...tripsOfDriver(trip.teamId, trip.driverId), gsi2sk: byStart }),
  };
}

/** Trips that are owed for, and no others: the report reads what is open, whatever the team ever carried. */
export const receivableKey = (teamId: string, tripId: string) => key(Receivable, receivablesOf(teamId).pk, tripId);
export const receivablesOf = (teamId: string) => ({ schema: Receivable, pk: `TEAM#${teamId}#RECEIVABLES` });
