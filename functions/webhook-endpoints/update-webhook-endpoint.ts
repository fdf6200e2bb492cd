import { defineOperation } from '../../shared/operation/define';
import { editEndpoint } from '../../shared/webhook-endpoints/edit-endpoints';
import { EndpointChanges, endpointKey, WebhookEndpoint } from '../../shared/webhook-endpoints/endpoint';

/**
 * Changes a webhook endpoint. An added type and an enabled endpoint receive the events from now on. Five seconds after a change of the address
 * nothing is sent to the old one.
 */
export const operation = defineOperation({
  id: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  route: 'PATCH /teams/{teamId}/webhook-endpoints/{webhookEndpointId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:write' },
  input: { body: EndpointChanges },
  output: { status: 200, body: WebhookEndpoint },
  errors: [],
  withoutKey: 'SAME',
  uses: { editEndpoint },
  entity: ({ path }) => endpointKey(path.teamId, path.webhookEndpointId),
  run: ({ input, caller, deps, entity, request }) => deps.editEndpoint(caller, entity, input.body, request.publicUrl),
});
