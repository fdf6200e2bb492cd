import { Location } from '../../shared/fleet/position';
import { defineOperation } from '../../shared/operation/define';
import { readLocation } from '../../shared/trips/read-location';
import { tripKey } from '../../shared/trips/trip';

/** Reads the last position of a trip and its age in seconds. */
export const operation = defineOperation({
  id: 'getTripLocation',
  summary: 'Read the last position of a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}/location',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:read' },
  output: { status: 200, body: Location },
  errors: [],
  uses: { readLocation },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: ({ deps, entity: trip }) => deps.readLocation(trip),
});
