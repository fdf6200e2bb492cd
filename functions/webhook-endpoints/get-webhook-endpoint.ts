import { defineOperation } from '../../shared/operation/define';
import { endpointKey, WebhookEndpoint } from '../../shared/webhook-endpoints/endpoint';

/** Reads a webhook endpoint. The secret is not part of the answer. */
export const operation = defineOperation({
  id: 'getWebhookEndpoint',
  summary: 'Read a webhook endpoint',
  route: 'GET /teams/{teamId}/webhook-endpoints/{webhookEndpointId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:read' },
  output: { status: 200, body: WebhookEndpoint },
  errors: [],
  uses: {},
  entity: ({ path }) => endpointKey(path.teamId, path.webhookEndpointId),
  run: async ({ entity }) => entity,
});
