import * as v from 'valibot';
import { Uuid } from '../../shared/domain/fields';
import { defineOperation } from '../../shared/operation/define';
import { voidPayment } from '../../shared/store/payments';
import { paymentPlaceKey } from '../../shared/store/table/keys';

/** Voids a payment: lists, balance and reports are without it, and the audit keeps what it was. */
export const operation = defineOperation({
  id: 'voidPayment',
  summary: 'Void a payment',
  route: 'DELETE /teams/{teamId}/payments/{paymentId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN' },
  output: { status: 200, body: v.object({ message: v.string(), paymentId: Uuid }) },
  errors: [],
  uses: { voidPayment },
  entity: ({ path }) => paymentPlaceKey(path.teamId, path.paymentId),
  run: async ({ input, caller, deps, entity: { tripId, paidAt } }) => {
    const { paymentId } = input.path;
    await deps.voidPayment(caller, tripId, { id: paymentId, paidAt });
    return { message: 'Payment voided.', paymentId };
  },
});
