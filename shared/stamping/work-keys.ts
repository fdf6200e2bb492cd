import * as v from 'valibot';
import { detailsOf } from '../invoices/invoice-record';
import { key, ofTeam, TIME_TO_LIVE } from '../platform/table/keys';
import { workKey } from '../platform/table/work-list';
import { Instant } from '../platform/values/fields';
import { CancelWork, StampingWork, StampWork } from './work-items';

export const stampWorkKey = (invoiceId: string) => workKey(StampWork, 'STAMP', invoiceId);
export const cancelWorkKey = (invoiceId: string) => workKey(CancelWork, 'CANCEL', invoiceId);
/** An attempt that nobody looks for any more, but whose document may still be told of. */
export const pastStampWorkKey = (teamId: string, invoiceId: string) =>
  key(StampWork, detailsOf(teamId, invoiceId), 'ATTEMPT');

export const stampingWorkOf = (shard: string) => ({ schema: StampingWork, pk: shard, prefix: 'WORK#' });

/** Who runs recovery until when, and after which work item it goes on. */
export const StampingRun = v.object({
  owner: v.string(),
  until: Instant,
  shard: v.optional(v.string()),
  after: v.optional(v.string()),
});
export const stampingRunKey = () => key(StampingRun, 'STAMPING_RUN', 'RUN');

/** That a webhook's event was worked off. */
export const StampingEvent = v.object({ at: Instant, [TIME_TO_LIVE]: v.number() });
export const stampingEventKey = (teamId: string, eventId: string) =>
  key(StampingEvent, ofTeam(teamId), `STAMPING_EVENT#${eventId}`);
