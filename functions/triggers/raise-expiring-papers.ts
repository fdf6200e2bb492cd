import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Raises alerts 30, 7 and 0 days before a document expires, within the first hour of that local day of the team. */
export const trigger = defineTrigger({
  id: 'raiseExpiringPapers',
  summary: 'Raise alerts for documents about to expire',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  uses: { raiseExpiryAlerts },
  run: ({ deps, report }) => deps.raiseExpiryAlerts(report),
});
