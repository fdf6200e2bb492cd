import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { getItem } from '../platform/table/read';
import { isOrWasTheirs } from './judge-fact';
import { type TripRecord, tripKey } from './trip';

/** Throws FORBIDDEN when the trip is assigned to another driver. */
export function assertOwnTrip(trip: Pick<TripRecord, 'driverId'>, driverId: string): void {
  if (trip.driverId !== driverId) throw notYourTrip();
}

export const notYourTrip = (): AppError =>
  new AppError('FORBIDDEN', {
    message: {
      en: 'This trip is assigned to another driver. Ask your dispatcher.',
      es: 'Este viaje está asignado a otro operador. Pregunte a su despachador.',
    },
  });

/** Reads a trip that the driver has or had. Throws NOT_FOUND without the trip, and FORBIDDEN when it was never the driver's. */
export const findTripOfDriver = capability(
  { table: ['GetItem'], tableKeys: ['TEAM#'] },
  (context) =>
    async ({ teamId, id }: { readonly teamId: string; readonly id: string }, tripId: string): Promise<TripRecord> => {
      const trip = await getItem(context, tripKey(teamId, tripId));
      if (trip === undefined) throw new AppError('NOT_FOUND');
      if (!isOrWasTheirs(trip, id)) throw notYourTrip();
      return trip;
    },
);
