import { exportAccounts } from '../../shared/identity/cognito/export-accounts';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Exports both user pools once a week. It runs daily, so that an interrupted or missed export is completed on the next day. */
export const trigger = defineTrigger({
  id: 'exportAccounts',
  summary: 'Export the accounts of both user pools',
  source: 'schedule',
  rate: 'rate(24 hours)',
  // A page of 60 accounts takes less than half a second, so a run exports more than 100,000.
  seconds: 900,
  uses: { exportAccounts },
  run: ({ deps }) => deps.exportAccounts(),
});
