import { defineTrigger } from '../../shared/operation/define-trigger';
import { SWEEP_USES, sweepDeliveries } from '../../shared/webhook-endpoints/sweep';

/** Sends the deliveries that are due to the queue, and continues redeliveries. */
export const trigger = defineTrigger({
  id: 'sweepDeliveries',
  summary: 'Queue the webhook deliveries that are due',
  source: 'schedule',
  rate: 'rate(1 minute)',
  seconds: 55,
  uses: SWEEP_USES,
  run: ({ deps, report }) => sweepDeliveries(deps, report),
});
