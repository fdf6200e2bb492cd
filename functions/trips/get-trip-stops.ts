import { defineOperation } from '../../shared/operation/define';
import { readStops } from '../../shared/trips/read-stops';
import { TripStops } from '../../shared/trips/stop-states';
import { tripKey } from '../../shared/trips/trip';

/** The stops of a trip: the plan, what the driver reported, and the decisions of the office. */
export const operation = defineOperation({
  id: 'getTripStops',
  summary: 'Read the stops of a trip',
  description:
    'The stops are copied from the route when the trip is planned, or when it gets another route before its start.',
  route: 'GET /teams/{teamId}/trips/{tripId}/stops',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:read' },
  output: { status: 200, body: TripStops },
  errors: [],
  uses: { readStops },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: ({ deps, entity }) => deps.readStops(entity),
});
