import { defineOperation } from '../../shared/operation/define';
import { editStops } from '../../shared/trips/edit-stops';
import { StopsBody } from '../../shared/trips/stop';
import { TripStops } from '../../shared/trips/stop-states';
import { tripKey } from '../../shared/trips/trip';

/** Replaces the stops of a trip. A removed stop about which the driver reported stays as QUITADA. */
export const operation = defineOperation({
  id: 'updateTripStops',
  summary: 'Change the stops of a trip',
  description:
    'The route does not change. CONFLICT: the stops have another revision than the one sent. Read them again.',
  route: 'PUT /teams/{teamId}/trips/{tripId}/stops',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:write' },
  input: { body: StopsBody },
  output: { status: 200, body: TripStops },
  errors: ['CONFLICT', 'TRIP_ENDED'],
  uses: { editStops },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: ({ input, caller, deps, entity }) => deps.editStops(caller, entity, input.body),
});
