import { Location } from '../../shared/domain/positions';
import { defineOperation } from '../../shared/operation/define';
import { tripKey } from '../../shared/store/table/keys';
import { readLocation } from '../../shared/store/trips/trip-reads';

/** The last position of a trip and its age in seconds. */
export const operation = defineOperation({
  id: 'getTripLocation',
  summary: 'Read the last position of a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}/location',
  auth: { pool: 'staff', team: 'path.teamId' },
  output: { status: 200, body: Location },
  errors: [],
  uses: { readLocation },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: ({ caller, deps, entity: trip }) => deps.readLocation(caller.teamId, trip.id),
});
