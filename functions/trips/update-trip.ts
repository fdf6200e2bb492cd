import { defineOperation } from '../../shared/operation/define';
import { editTrip } from '../../shared/trips/edit-trip';
import { WarnedTrip } from '../../shared/trips/overlaps';
import { TripChanges, tripKey } from '../../shared/trips/trip';

/**
 * Changes a trip. Driver and vehicle can be changed only while it is NO_INICIADO. `warnings` name other trips that need them in the same hours; under
 * `overlap: REFUSE` of the road policy a change to these hours is 400 with the changed `field`.
 */
export const operation = defineOperation({
  id: 'updateTrip',
  summary: 'Change a trip',
  route: 'PUT /teams/{teamId}/trips/{tripId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:write' },
  input: { body: TripChanges },
  output: { status: 200, body: WarnedTrip, version: ({ version }) => version },
  errors: ['TRIP_ALREADY_STARTED', 'CONFLICT', 'EXTERNAL_ID_TAKEN'],
  uses: { editTrip },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: ({ input, caller, deps, entity, ifMatch }) => deps.editTrip(caller, entity, input.body, ifMatch),
});
