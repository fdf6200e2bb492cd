import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { voidCollection } from '../../shared/payments/collections';
import { paymentPlaceKey } from '../../shared/payments/payment';
import { PAYMENT_TRANSITIONS } from '../../shared/payments/payment-states';
import { Uuid } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';

/**
 * Voids a payment with its collection. Lists of payments, balances and reports omit it; the audit keeps its values. The
 * identifier is the one of the collection, which is its first payment's.
 */
export const operation = defineOperation({
  id: 'voidPayment',
  summary: 'Void a payment',
  route: 'DELETE /teams/{teamId}/payments/{paymentId}',
  auth: { pool: 'staff', team: 'path.teamId', role: PAYMENT_TRANSITIONS.void.by, keys: 'payments:write' },
  output: { status: 200, body: v.object({ message: Message, paymentId: Uuid }) },
  errors: ['PAYMENT_HAS_RECEIPT'],
  irreversible: true,
  uses: { voidCollection },
  entity: ({ path }) => paymentPlaceKey(path.teamId, path.paymentId),
  run: async ({ input, caller, deps }) => {
    const { paymentId } = input.path;
    await deps.voidCollection(caller, paymentId, 'PAYMENT');
    return { message: { en: 'Payment voided.', es: 'Pago anulado.' }, paymentId };
  },
});
