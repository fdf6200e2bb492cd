import { defineTrigger } from '../../shared/operation/define-trigger';
import { recover } from '../../shared/stamping/recover';
import { RECOVERY_USES } from '../../shared/stamping/uses';

/** Settles what is not certain at the stamping provider: stamps, cancellations, and drafts that a close left undone. It makes no tax document. */
export const trigger = defineTrigger({
  id: 'recoverStamping',
  summary: 'Settle what is open at the stamping provider',
  source: 'schedule',
  rate: 'rate(5 minutes)',
  uses: RECOVERY_USES,
  run: ({ deps, report }) => recover(deps, report),
});
