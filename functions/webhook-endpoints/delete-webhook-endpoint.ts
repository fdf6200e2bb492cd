import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { removeEndpoint } from '../../shared/webhook-endpoints/edit-endpoints';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';

/** Deletes a webhook endpoint with its deliveries. Five seconds later nothing is sent to it. */
export const operation = defineOperation({
  id: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  route: 'DELETE /teams/{teamId}/webhook-endpoints/{webhookEndpointId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: [],
  irreversible: true,
  uses: { removeEndpoint },
  entity: ({ path }) => endpointKey(path.teamId, path.webhookEndpointId),
  run: async ({ caller, deps, entity }) => {
    await deps.removeEndpoint(caller, entity);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
