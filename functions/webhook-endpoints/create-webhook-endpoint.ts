import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { createEndpoint } from '../../shared/webhook-endpoints/edit-endpoints';
import { EndpointFields, WebhookEndpoint } from '../../shared/webhook-endpoints/endpoint';

/**
 * Registers an address that receives the team's events. The answer contains the signing secret, which no later answer contains. It takes no
 * Idempotency-Key, because its answer must not be stored.
 */
export const operation = defineOperation({
  id: 'createWebhookEndpoint',
  summary: 'Register a webhook endpoint',
  route: 'POST /teams/{teamId}/webhook-endpoints',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:write' },
  input: { body: EndpointFields },
  output: {
    status: 201,
    body: v.object({
      ...WebhookEndpoint.entries,
      /** Signs the deliveries as Standard Webhooks 1.0 defines it. Keep it: it is shown once. */
      secret: v.string(),
    }),
  },
  errors: ['WEBHOOK_LIMIT'],
  withoutKey: 'SECRET',
  uses: { createEndpoint },
  run: ({ input, caller, deps, request }) => deps.createEndpoint(caller, input.body, request.publicUrl),
});
