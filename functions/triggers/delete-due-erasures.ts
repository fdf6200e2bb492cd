import { defineTrigger } from '../../shared/operation/define-trigger';
import { deleteDueErasures } from '../../shared/privacy/delete-due-erasures';

/** Deletes the sealed data of erased persons when its term ends. */
export const trigger = defineTrigger({
  id: 'deleteDueErasures',
  summary: 'Delete the sealed data of erased persons',
  source: 'schedule',
  rate: 'rate(24 hours)',
  uses: { deleteDueErasures },
  run: ({ deps, report }) => deps.deleteDueErasures(report),
});
