import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { voidCollection } from '../../shared/payments/collections';
import { paymentPlaceKey } from '../../shared/payments/payment';
import { PAYMENT_TRANSITIONS } from '../../shared/payments/payment-states';
import { Uuid } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';

/** Voids a collection: its allocations are released, and balances and reports omit it. A receipt that contains it must be cancelled first. */
export const operation = defineOperation({
  id: 'voidCollection',
  summary: 'Void a collection',
  route: 'DELETE /teams/{teamId}/collections/{collectionId}',
  auth: { pool: 'staff', team: 'path.teamId', role: PAYMENT_TRANSITIONS.void.by, keys: 'collections:write' },
  output: { status: 200, body: v.object({ message: Message, collectionId: Uuid }) },
  errors: ['PAYMENT_HAS_RECEIPT'],
  irreversible: true,
  uses: { voidCollection },
  entity: ({ path }) => paymentPlaceKey(path.teamId, path.collectionId),
  run: async ({ input, caller, deps }) => {
    const { collectionId } = input.path;
    await deps.voidCollection(caller, collectionId, 'COLLECTION');
    return { message: { en: 'Collection voided.', es: 'Cobro anulado.' }, collectionId };
  },
});
