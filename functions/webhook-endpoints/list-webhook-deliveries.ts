import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { DELIVERY_STATES, Delivery, deliveryOf } from '../../shared/webhook-endpoints/delivery';
import { endpointKey } from '../../shared/webhook-endpoints/endpoint';
import { listDeliveries } from '../../shared/webhook-endpoints/list-deliveries';

/** Lists the deliveries of a webhook endpoint, the newest event first. They are kept for 40 days. */
export const operation = defineOperation({
  id: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook endpoint',
  route: 'GET /teams/{teamId}/webhook-endpoints/{webhookEndpointId}/deliveries',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'webhook-endpoints:read' },
  input: {
    query: v.object({
      ...PageQuery,
      state: v.optional(v.pipe(v.picklist(DELIVERY_STATES), v.description('Only deliveries in this state.'))),
    }),
  },
  output: listAnswer(listOf('deliveries', Delivery)),
  errors: [],
  uses: { listDeliveries },
  entity: ({ path }) => endpointKey(path.teamId, path.webhookEndpointId),
  run: async ({ input, deps, entity }) => {
    const { records, ...page } = await deps.listDeliveries(entity, input.query.state, input.query);
    return { deliveries: records.map(deliveryOf), ...page };
  },
});
