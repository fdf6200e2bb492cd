import { defineOperation } from '../../shared/operation/define';
import { Trip, tripKey } from '../../shared/trips/trip';

/** Reads a trip of the team. */
export const operation = defineOperation({
  id: 'getTrip',
  summary: 'Read a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}',
  auth: { pool: 'staff', team: 'path.teamId' },
  output: { status: 200, body: Trip },
  errors: [],
  uses: {},
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ entity }) => entity,
});
