import { defineTrigger } from '../../shared/operation/define-trigger';
import { completeErasures } from '../../shared/privacy/complete-erasures';
import { deleteDueErasures } from '../../shared/privacy/delete-due-erasures';

/**
 * Completes erasures that were interrupted, and deletes the sealed data of erased persons when its term ends. A run
 * every hour lets an alarm notice that it fails.
 */
export const trigger = defineTrigger({
  id: 'deleteDueErasures',
  summary: 'Complete interrupted erasures, and delete the sealed data of erased persons',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  uses: { completeErasures, deleteDueErasures },
  run: async ({ deps, report }) => {
    const { completed, failed } = await deps.completeErasures(report);
    const due = await deps.deleteDueErasures(report);
    return { completed, deleted: due.deleted, failed: failed + due.failed };
  },
});
