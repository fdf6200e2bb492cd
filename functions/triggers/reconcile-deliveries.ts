import { defineTrigger } from '../../shared/operation/define-trigger';
import { RECONCILE_USES, reconcileDeliveries } from '../../shared/webhook-endpoints/reconcile';

/** Finds the events that the stream or the queue lost, and makes their deliveries due. */
export const trigger = defineTrigger({
  id: 'reconcileDeliveries',
  summary: 'Find webhook deliveries that were lost',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  seconds: 900,
  uses: RECONCILE_USES,
  run: ({ deps, report }) => reconcileDeliveries(deps, report),
});
