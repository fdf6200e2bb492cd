import { visitService } from '../../shared/canary/visit';
import { defineTrigger } from '../../shared/operation/define-trigger';

/**
 * Uses the service through its public address, as a user of the office does. Its alarm also notices that no request arrives at all. It writes no
 * record but those of its own sign-in, and stamps nothing.
 */
export const trigger = defineTrigger({
  id: 'canary',
  summary: 'Use the service as a client does',
  source: 'schedule',
  rate: 'rate(5 minutes)',
  needsStage: true,
  uses: { visitService },
  run: ({ deps, report }) => deps.visitService(report),
});
