import { defineOperation } from '../../shared/operation/define';
import { TripBalance } from '../../shared/payments/payment';
import { readTripPayments } from '../../shared/payments/payments';
import { pesosOf } from '../../shared/platform/values/money';
import { readInvoicedTotal } from '../../shared/trips/read-trip';
import { balanceOf } from '../../shared/trips/receivable';
import { tripKey } from '../../shared/trips/trip';

/**
 * Reads the open amount of a trip: its revenue minus its payments. The invoiced amount is only shown for information.
 */
export const operation = defineOperation({
  id: 'getTripBalance',
  summary: 'Read the balance of a trip',
  route: 'GET /teams/{teamId}/trips/{tripId}/balance',
  auth: { pool: 'staff', team: 'path.teamId' },
  output: { status: 200, body: TripBalance },
  errors: [],
  uses: { readInvoicedTotal, readTripPayments },
  entity: ({ path }) => tripKey(path.teamId, path.tripId),
  run: async ({ deps, entity: trip }) => {
    const { id: tripId, revenue = 0, paid = 0 } = trip;
    const [invoicedTotal, payments] = await Promise.all([deps.readInvoicedTotal(trip), deps.readTripPayments(trip)]);
    return { tripId, revenue, invoicedTotal, paid, balance: pesosOf(balanceOf(trip)), payments };
  },
});
