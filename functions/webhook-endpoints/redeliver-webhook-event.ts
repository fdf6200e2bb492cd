import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';
import { redeliverEvent } from '../../shared/webhook-endpoints/request-redelivery';

/** Sends one event again, with all its attempts. Any event of the team can be sent, also one of a type that the endpoint does not receive. */
export const operation = defineOperation({
  id: 'redeliverWebhookEvent',
  summary: 'Send an event to a webhook endpoint again',
  route: 'POST /teams/{teamId}/webhook-endpoints/{webhookEndpointId}/deliveries/{eventId}/redeliver',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:write' },
  output: {
    status: 202,
    body: v.object({
      /** The event that is sent again. */
      eventId: Uuid,
    }),
  },
  errors: ['WEBHOOK_DISABLED'],
  idempotencyKey: true,
  uses: { redeliverEvent },
  entity: ({ path }) => endpointKey(path.teamId, path.webhookEndpointId),
  run: async ({ input, deps, entity, once }) => {
    await deps.redeliverEvent(entity, input.path.eventId, once);
    return { eventId: input.path.eventId };
  },
});
