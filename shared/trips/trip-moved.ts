import * as v from 'valibot';
import { Uuid, Whole } from '../platform/values/fields';
import { Message, type Text } from '../platform/values/text';
import { TRIP_STATUSES, type Trip, type TripStatus } from './trip';

/** Answer of a driver's status change. */
export const TripMoved = v.object({
  message: Message,
  tripId: Uuid,
  previousStatus: v.picklist(TRIP_STATUSES),
  newStatus: v.picklist(TRIP_STATUSES),
  /** The version of the trip after the change. */
  version: Whole,
});

const MESSAGES: Readonly<Record<TripStatus, Text>> = {
  NO_INICIADO: { en: 'Trip planned.', es: 'Viaje planeado.' },
  EN_PROCESO: { en: 'Trip started.', es: 'Viaje iniciado.' },
  COMPLETADO: { en: 'Trip completed.', es: 'Viaje completado.' },
  CANCELADO: { en: 'Trip cancelled.', es: 'Viaje cancelado.' },
};

export const tripMoved = (previousStatus: TripStatus, trip: Pick<Trip, 'id' | 'status' | 'version'>) => ({
  message: MESSAGES[trip.status],
  tripId: trip.id,
  previousStatus,
  newStatus: trip.status,
  version: trip.version,
});
