import { defineOperation } from '../../shared/operation/define';
import { moveOwnTrip } from '../../shared/trips/move-trip';
import { coordinatesOf, TripStatusChange } from '../../shared/trips/trip';
import { TripMoved, tripMoved } from '../../shared/trips/trip-moved';

/** Changes the status of the caller's own trip, by the same state table as POST …/start. */
export const operation = defineOperation({
  id: 'updateOwnTripStatus',
  summary: 'Change the status of your own trip',
  route: 'PATCH /trips/{tripId}/status',
  auth: { pool: 'drivers', check: 'onWrite', keys: 'never' },
  input: { body: TripStatusChange },
  output: { status: 200, body: TripMoved, version: ({ version }) => version },
  errors: ['NOT_FOUND', 'TRIP_TRANSITION', 'TRIP_NOT_READY', 'CONFLICT'],
  irreversible: { status: ['COMPLETADO', 'CANCELADO'] },
  idempotencyKey: 'FACT',
  uses: { moveOwnTrip },
  run: async ({ input, caller, deps, ifMatch, once }) => {
    const { status, coordsLat, coordsLng } = input.body;
    const coordinates = coordinatesOf(coordsLat, coordsLng);
    const { previousStatus, trip } = await deps.moveOwnTrip(
      caller,
      input.path.tripId,
      status,
      coordinates,
      ifMatch,
      once,
    );
    return tripMoved(previousStatus, trip);
  },
});
