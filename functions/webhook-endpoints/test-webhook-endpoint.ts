import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';
import { testEndpoint } from '../../shared/webhook-endpoints/request-redelivery';

/** Sends an event of type `webhook.test`: one attempt without retries, listed among the deliveries with its result. */
export const operation = defineOperation({
  id: 'testWebhookEndpoint',
  summary: 'Send a test event to a webhook endpoint',
  route: 'POST /teams/{teamId}/webhook-endpoints/{webhookEndpointId}/test',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:write' },
  output: {
    status: 202,
    body: v.object({
      /** The identifier of the test event. */
      eventId: Uuid,
    }),
  },
  errors: ['WEBHOOK_DISABLED', 'TOO_MANY_REQUESTS'],
  withoutKey: 'AGAIN',
  uses: { testEndpoint },
  entity: ({ path }) => endpointKey(path.teamId, path.webhookEndpointId),
  run: async ({ caller, deps, entity }) => ({ eventId: await deps.testEndpoint(caller, entity) }),
});
