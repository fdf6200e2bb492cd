import { defineOperation } from '../../shared/operation/define';
import { AppError, validationError } from '../../shared/platform/errors';
import { moveTrip } from '../../shared/trips/move-trip';
import { coordinatesOf, Trip, TripStatusChange, tripKey } from '../../shared/trips/trip';

/** Moves a trip by its table of transitions. What the state refuses is 400 here, because this operation's contract has no 409. */
export const operation = defineOperation({
  id: 'updateTripStatus',
  summary: 'Change the status of a trip',
  route: 'PUT /teams/{teamId}/trips/{tripId}/status',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: { body: TripStatusChange },
  output: { status: 200, body: Trip },
  errors: [],
  uses: { moveTrip },
  entity: ({ path, caller }) => tripKey(caller.teamId, path.tripId),
  run: async ({ input, caller, deps, entity }) => {
    const { status, coordsLat, coordsLng } = input.body;
    return deps.moveTrip(caller, entity, status, coordinatesOf(coordsLat, coordsLng)).catch((failure: unknown) => {
      throw isOfState(failure) ? validationError('status', failure.message) : failure;
    });
  },
});

const OF_STATE: readonly string[] = ['TRIP_TRANSITION', 'TRIP_NOT_READY', 'CONFLICT'];

const isOfState = (failure: unknown): failure is AppError =>
  failure instanceof AppError && OF_STATE.includes(failure.code);
