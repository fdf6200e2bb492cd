import { defineOperation } from '../../shared/operation/define';
import { moneyOf } from '../../shared/trips/receivable';
import { TripWithMoney, tripKey } from '../../shared/trips/trip';

/** Reads a trip of the team with what its client owes. `isEstimate` says that the trip has no tax document yet. */
export const operation = defineOperation({
  id: 'getTrip',
  summary: 'Read a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:read' },
  output: { status: 200, body: TripWithMoney, version: ({ version }) => version },
  errors: [],
  uses: {},
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ entity }) => ({ ...entity, ...moneyOf(entity) }),
});
