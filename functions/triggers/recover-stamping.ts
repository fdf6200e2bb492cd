import { defineTrigger } from '../../shared/operation/define-trigger';
import { recover } from '../../shared/stamping/recover';
import { RECOVERY_USES } from '../../shared/stamping/uses';

/**
 * Reconciles open work with the stamping provider: stamps, cancellations, and drafts that closing a reservation did not
 * finish. It never creates a tax document.
 */
export const trigger = defineTrigger({
  id: 'recoverStamping',
  summary: 'Reconcile open work with the stamping provider',
  source: 'schedule',
  rate: 'rate(15 minutes)',
  seconds: 900,
  uses: RECOVERY_USES,
  run: ({ deps, report, part }) => recover(deps, report, part),
});
