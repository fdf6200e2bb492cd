import * as v from 'valibot';
import { detailsOf } from '../invoices/invoice-record';
import { key, ofTeam, TIME_TO_LIVE } from '../platform/table/keys';
import { workKey } from '../platform/table/work-list';
import { Instant } from '../platform/values/fields';
import { CancelWork, StampingWork, StampWork } from './work-items';

export const stampWorkKey = (invoiceId: string) => workKey(StampWork, 'STAMP', invoiceId);
export const cancelWorkKey = (invoiceId: string) => workKey(CancelWork, 'CANCEL', invoiceId);
/** An archived attempt: its document is no longer searched for, but a webhook or a refresh may still report it. */
export const pastStampWorkKey = (teamId: string, invoiceId: string) =>
  key(StampWork, detailsOf(teamId, invoiceId), 'ATTEMPT');

export const stampingWorkOf = (shard: string) => ({ schema: StampingWork, pk: shard, prefix: 'WORK#' });

/**
 * The lease of a shard with its end, the last work item that its run started, and the start of the last run that looked at
 * the whole shard.
 */
const StampingRun = v.object({
  owner: v.string(),
  until: Instant,
  after: v.optional(v.string()),
  wholeAt: v.optional(Instant),
});
export const stampingRunKey = (shard: string) => key(StampingRun, 'STAMPING_RUN', `RUN#${shard}`);

/** A processed webhook event. */
const StampingEvent = v.object({ at: Instant, [TIME_TO_LIVE]: v.number() });
export const stampingEventKey = (teamId: string, eventId: string) =>
  key(StampingEvent, ofTeam(teamId), `STAMPING_EVENT#${eventId}`);
