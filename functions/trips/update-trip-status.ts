import { defineOperation } from '../../shared/operation/define';
import { AppError, validationError } from '../../shared/platform/errors';
import { moveTrip } from '../../shared/trips/move-trip';
import { coordinatesOf, Trip, TripStatusChange, tripKey } from '../../shared/trips/trip';

/**
 * Changes a trip's status by its state table. A change that the table forbids answers 400.
 */
export const operation = defineOperation({
  id: 'updateTripStatus',
  summary: 'Change the status of a trip',
  route: 'PUT /teams/{teamId}/trips/{tripId}/status',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:write' },
  input: { body: TripStatusChange },
  output: { status: 200, body: Trip, version: ({ version }) => version },
  errors: [],
  irreversible: { status: ['COMPLETADO', 'CANCELADO'] },
  uses: { moveTrip },
  entity: ({ path, caller }) => tripKey(caller.teamId, path.tripId),
  run: async ({ input, caller, deps, entity, ifMatch }) => {
    const { status, coordsLat, coordsLng } = input.body;
    return deps
      .moveTrip(caller, entity, status, coordinatesOf(coordsLat, coordsLng), ifMatch)
      .catch((failure: unknown) => {
        throw isOfState(failure) ? validationError('status', failure.text) : failure;
      });
  },
});

const OF_STATE: readonly string[] = ['TRIP_TRANSITION', 'TRIP_NOT_READY', 'CONFLICT'];

const isOfState = (failure: unknown): failure is AppError =>
  failure instanceof AppError && OF_STATE.includes(failure.code);
