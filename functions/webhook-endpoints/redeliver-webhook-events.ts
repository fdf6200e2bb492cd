import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Instant, objectOf } from '../../shared/platform/values/fields';
import { DELIVERY_STATES } from '../../shared/webhook-endpoints/delivery';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';
import { redeliverSince } from '../../shared/webhook-endpoints/request-redelivery';

/** Sends all events again that the endpoint received or should have received since an instant, or only those in a state. One at a time. */
export const operation = defineOperation({
  id: 'redeliverWebhookEvents',
  summary: 'Send the events since an instant again',
  route: 'POST /teams/{teamId}/webhook-endpoints/{webhookEndpointId}/redeliver',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:write' },
  input: {
    body: objectOf({
      /** At most 30 days back. */
      since: Instant,
      /** Only events whose delivery is in this state. Absent: all that the endpoint wanted. */
      state: v.optional(v.picklist(DELIVERY_STATES)),
    }),
  },
  output: {
    status: 202,
    body: v.object({
      /** The instant from which events are sent again. */
      since: Instant,
    }),
  },
  errors: ['WEBHOOK_DISABLED', 'CONFLICT'],
  idempotencyKey: true,
  uses: { redeliverSince },
  entity: ({ path }) => endpointKey(path.teamId, path.webhookEndpointId),
  run: async ({ input, deps, entity, once }) => {
    const { since, state } = input.body;
    await deps.redeliverSince(entity, since, state, once);
    return { since };
  },
});
