import * as v from 'valibot';
import { defineTrigger } from '../../shared/operation/define-trigger';
import { OutRequests } from '../../shared/webhook-endpoints/outcome';
import { sendOut } from '../../shared/webhook-endpoints/send-out';

/**
 * Posts to addresses that users entered. It is the only function that opens such connections, and it has no permission, no variable and no
 * secret, so that a request that reaches a wrong place finds nothing.
 */
export const trigger = defineTrigger({
  id: 'sendOut',
  summary: 'Post events to the addresses of webhook endpoints',
  source: 'outRequests',
  seconds: 14,
  megabytes: 256,
  uses: { sendOut },
  run: async ({ event, deps, count }) => {
    const outcomes = await deps.sendOut(v.parse(OutRequests, event).requests);
    count({ requests: outcomes.length, failed: outcomes.filter(({ failure }) => failure !== undefined).length });
    return { outcomes };
  },
});
