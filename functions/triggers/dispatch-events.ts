import * as v from 'valibot';
import { defineTrigger } from '../../shared/operation/define-trigger';
import { DeliveryMessage } from '../../shared/webhook-endpoints/delivery';
import { DISPATCH_USES, dispatch } from '../../shared/webhook-endpoints/dispatch';

/** Makes the attempts of a batch: signs, sends through `sendOut`, and writes each result. A batch that fails returns to the queue. */
export const trigger = defineTrigger({
  id: 'dispatchEvents',
  summary: 'Send events to webhook endpoints',
  source: 'deliveryQueue',
  megabytes: 256,
  uses: DISPATCH_USES,
  run: async ({ event, deps, report, count }) => {
    try {
      const messages = event.Records.map(({ body }) => v.parse(DeliveryMessage, JSON.parse(body)));
      count({ ...(await dispatch(deps, messages)) });
      return { batchItemFailures: [] };
    } catch (failure) {
      report(failure);
      return { batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    }
  },
});
