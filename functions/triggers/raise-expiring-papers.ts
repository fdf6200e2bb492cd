import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Warns of papers 30, 7 and 0 days before they expire: within the hour in which that day begins for the team. */
export const trigger = defineTrigger({
  id: 'raiseExpiringPapers',
  summary: 'Raise the alerts of papers about to expire',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  uses: { raiseExpiryAlerts },
  run: ({ deps, report }) => deps.raiseExpiryAlerts(report),
});
