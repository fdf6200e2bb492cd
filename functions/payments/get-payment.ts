import { defineOperation } from '../../shared/operation/define';
import { Payment, paymentPlaceKey } from '../../shared/payments/payment';
import { readPayment } from '../../shared/payments/payments';

/** Reads a payment of the team. */
export const operation = defineOperation({
  id: 'getPayment',
  summary: 'Read a payment',
  route: 'GET /teams/{teamId}/payments/{paymentId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'payments:read' },
  output: { status: 200, body: Payment },
  errors: [],
  uses: { readPayment },
  entity: ({ path }) => paymentPlaceKey(path.teamId, path.paymentId),
  run: ({ input, caller, deps, entity: { paidAt } }) =>
    deps.readPayment(caller.teamId, { id: input.path.paymentId, paidAt }),
});
