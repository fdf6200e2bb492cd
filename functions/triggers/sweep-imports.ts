import { sweepImports } from '../../shared/imports/import-queue';
import { defineTrigger } from '../../shared/operation/define-trigger';

/** Sends the imports to the queue that wait for a run, or whose run has not returned within its lease. */
export const trigger = defineTrigger({
  id: 'sweepImports',
  summary: 'Continue the imports that were interrupted',
  source: 'schedule',
  rate: 'rate(1 minute)',
  uses: { sweepImports },
  run: ({ deps, report }) => deps.sweepImports(report),
});
