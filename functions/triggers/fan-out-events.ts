import * as v from 'valibot';
import { defineTrigger } from '../../shared/operation/define-trigger';
import { StreamRecord } from '../../shared/platform/table/stream';
import { FAN_OUT_USES, fanOut } from '../../shared/webhook-endpoints/fan-out';

const StreamEvent = v.object({ Records: v.array(StreamRecord) });

/**
 * Queues a delivery for each new audit entry and each webhook endpoint that wants it. The stream is the fast path: the reconciler finds what it
 * loses.
 */
export const trigger = defineTrigger({
  id: 'fanOutEvents',
  summary: 'Queue the deliveries of new events',
  source: 'tableStream',
  uses: FAN_OUT_USES,
  run: async ({ event, deps, report, count }) => {
    const { failed, queued, unreadable } = await fanOut(deps, v.parse(StreamEvent, event).Records, report);
    count({ queued, failed: failed.length, unreadable });
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  },
});
