import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { listEndpoints } from '../../shared/webhook-endpoints/edit-endpoints';
import { WebhookEndpoint } from '../../shared/webhook-endpoints/endpoint';

/** Lists the webhook endpoints of the team, the newest first. */
export const operation = defineOperation({
  id: 'listWebhookEndpoints',
  summary: 'List the webhook endpoints of a team',
  route: 'GET /teams/{teamId}/webhook-endpoints',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:read' },
  input: { query: v.object(PageQuery) },
  output: listAnswer(listOf('webhookEndpoints', WebhookEndpoint)),
  errors: [],
  uses: { listEndpoints },
  run: async ({ input, caller, deps }) => {
    const { records: webhookEndpoints, ...page } = await deps.listEndpoints(caller.teamId, input.query);
    return { webhookEndpoints, ...page };
  },
});
