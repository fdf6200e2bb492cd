import { defineTrigger } from '../../shared/operation/define-trigger';
import { completeErasures } from '../../shared/privacy/complete-erasures';
import { deleteDueErasures } from '../../shared/privacy/delete-due-erasures';

/**
 * Deletes the sealed data of erased persons when its term ends, and completes erasures that were interrupted. A run
 * every hour lets an alarm notice that it fails. The deletions go first, because they are short and have a legal term,
 * and an erasure can take all of the time.
 */
export const trigger = defineTrigger({
  id: 'deleteDueErasures',
  summary: 'Complete interrupted erasures, and delete the sealed data of erased persons',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  seconds: 900,
  uses: { completeErasures, deleteDueErasures },
  run: async ({ deps, report }) => {
    const due = await deps.deleteDueErasures(report);
    const { completed, failed } = await deps.completeErasures(report);
    return { completed, deleted: due.deleted, failed: failed + due.failed };
  },
});
