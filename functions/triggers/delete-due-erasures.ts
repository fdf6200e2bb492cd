import { defineTrigger } from '../../shared/operation/define-trigger';
import { deleteDueErasures } from '../../shared/privacy/delete-due-erasures';

/** Deletes the sealed data of erased persons when its term ends. A run every hour lets an alarm notice that it fails. */
export const trigger = defineTrigger({
  id: 'deleteDueErasures',
  summary: 'Delete the sealed data of erased persons',
  source: 'schedule',
  rate: 'rate(60 minutes)',
  uses: { deleteDueErasures },
  run: ({ deps, report }) => deps.deleteDueErasures(report),
});
