import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { paymentPlaceKey } from '../../shared/payments/payment';
import { PAYMENT_TRANSITIONS } from '../../shared/payments/payment-states';
import { voidPayment } from '../../shared/payments/payments';
import { Uuid } from '../../shared/platform/values/fields';

/** Voids a payment. Lists, balances and reports omit it; the audit keeps its values. */
export const operation = defineOperation({
  id: 'voidPayment',
  summary: 'Void a payment',
  route: 'DELETE /teams/{teamId}/payments/{paymentId}',
  auth: { pool: 'staff', team: 'path.teamId', role: PAYMENT_TRANSITIONS.void.by },
  output: { status: 200, body: v.object({ message: v.string(), paymentId: Uuid }) },
  errors: [],
  irreversible: true,
  uses: { voidPayment },
  entity: ({ path }) => paymentPlaceKey(path.teamId, path.paymentId),
  run: async ({ input, caller, deps, entity: { tripId, paidAt } }) => {
    const { paymentId } = input.path;
    await deps.voidPayment(caller, tripId, { id: paymentId, paidAt });
    return { message: 'Payment voided.', paymentId };
  },
});
