import { defineOperation } from '../../shared/operation/define';
import { TripBalance } from '../../shared/payments/payment';
import { readTripPayments } from '../../shared/payments/payments';
import { readTripDocuments } from '../../shared/trips/read-trip';
import { tripKey } from '../../shared/trips/trip';

/**
 * Reads the open amount of a trip: what its tax documents charge, less its payments. While the trip has no document,
 * `due` is the total of its draft and `isEstimate` is true. The invoiced amount is only shown for information.
 */
export const operation = defineOperation({
  id: 'getTripBalance',
  summary: 'Read the balance of a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}/balance',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'trips:read' },
  output: { status: 200, body: TripBalance },
  errors: [],
  uses: { readTripDocuments, readTripPayments },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ deps, entity: trip }) => {
    const { id: tripId, revenue = 0 } = trip;
    const [documents, payments] = await Promise.all([deps.readTripDocuments(trip), deps.readTripPayments(trip)]);
    return { tripId, revenue, ...documents, payments };
  },
});
