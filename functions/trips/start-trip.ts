import { defineOperation } from '../../shared/operation/define';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { coordinatesOf, OptionalCoordinates } from '../../shared/trips/trip';
import { TripMoved, tripMoved } from '../../shared/trips/trip-moved';

/**
 * Changes a trip from NO_INICIADO to EN_PROCESO. The caller must be the trip's driver. Driver and vehicle must be
 * DISPONIBLE. With an Idempotency-Key the start is taken as the TRIP_START of a sync.
 */
export const operation = defineOperation({
  id: 'startTrip',
  summary: 'Start a trip',
  route: 'POST /trips/{tripId}/start',
  isOfInterface: true,
  auth: { pool: 'drivers', check: 'onWrite', keys: 'never' },
  input: { body: OptionalCoordinates },
  output: { status: 200, body: TripMoved, version: ({ version }) => version },
  errors: ['NOT_FOUND', 'TRIP_TRANSITION', 'TRIP_NOT_READY', 'CONFLICT'],
  idempotencyKey: 'FACT',
  uses: { moveOwnTrip },
  run: async ({ input, caller, deps, once }) => {
    const { lat, lng } = input.body;
    const { previousStatus, trip } = await deps.moveOwnTrip(
      caller,
      input.path.tripId,
      'EN_PROCESO',
      coordinatesOf(lat, lng),
      undefined,
      once,
    );
    return tripMoved(previousStatus, trip);
  },
});
