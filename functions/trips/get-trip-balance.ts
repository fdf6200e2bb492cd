import { TripBalance } from '../../shared/domain/trips';
import { defineOperation } from '../../shared/operation/define';
import { tripKey } from '../../shared/store/keys';
import { readInvoicedTotal } from '../../shared/store/trip-reads';

/** What is still to be collected for a trip: its revenue less its payments. What was invoiced informs. */
export const operation = defineOperation({
  id: 'getTripBalance',
  summary: 'Read the balance of a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}/balance',
  auth: { pool: 'staff', team: 'path.teamId' },
  output: { status: 200, body: TripBalance },
  errors: [],
  uses: { readInvoicedTotal },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ caller, deps, entity: trip }) => {
    const { revenue = 0 } = trip;
    const invoicedTotal = await deps.readInvoicedTotal(caller.teamId, trip.invoiceId);
    return { tripId: trip.id, revenue, invoicedTotal, paid: 0, balance: revenue, payments: [] };
  },
});
