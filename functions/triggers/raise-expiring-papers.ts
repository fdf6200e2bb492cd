import { raiseExpiryAlerts } from '../../shared/fleet/raise-expiry-alerts';
import { defineTrigger } from '../../shared/operation/define-trigger';
import { raiseExpiredKeyAlerts } from '../../shared/teams/expired-api-keys';

/**
 * Raises alerts 30, 7 and 0 days before a document expires, within the first hour of that local day of the team, and within an hour after
 * an API key expired.
 */
export const trigger = defineTrigger({
  id: 'raiseExpiringPapers',
  summary: 'Raise alerts for documents about to expire and API keys that expired',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  uses: { raiseExpiryAlerts, raiseExpiredKeyAlerts },
  run: async ({ deps, report }) => {
    const keys = await deps.raiseExpiredKeyAlerts(report);
    const papers = await deps.raiseExpiryAlerts(report);
    return { raised: papers.raised + keys.raised, failed: papers.failed + keys.failed };
  },
});
