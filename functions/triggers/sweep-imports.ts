import { queueImports } from '../../shared/imports/import-queue';
import { listDueImports } from '../../shared/imports/jobs';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Sends the imports to the queue that wait for a run, or whose run has not returned within its lease. */
export const trigger = defineTrigger({
  id: 'sweepImports',
  summary: 'Continue the imports that were interrupted',
  source: 'schedule',
  rate: 'rate(1 minute)',
  uses: { listDueImports, queueImports },
  run: async ({ deps }) => {
    const places = await deps.listDueImports();
    await deps.queueImports(places);
    return { queued: places.length };
  },
});
