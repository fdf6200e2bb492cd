import * as v from 'valibot';
import { Instant } from '../../domain/fields';
import { CancelWork, DraftWork, StampingWork, StampWork } from '../../domain/stamping';
import { key, ofTeam, TIME_TO_LIVE } from '../table/key-parts';
import { besideInvoice } from '../table/keys';

/** Open work lies in a few partitions by the last digit of its invoice's identifier, which is chance: recovery reads them and nothing else. */
export const STAMPING_SHARDS = ['STAMPING_WORK#0', 'STAMPING_WORK#1', 'STAMPING_WORK#2', 'STAMPING_WORK#3'] as const;
const shardOf = (id: string) =>
  STAMPING_SHARDS[Number.parseInt(id.slice(-1), 16) % STAMPING_SHARDS.length] ?? STAMPING_SHARDS[0];
const workKey = <S extends v.GenericSchema>(schema: S, kind: StampingWork['kind'], id: string) =>
  key(schema, shardOf(id), `WORK#${kind}#${id}`);
export const stampWorkKey = (invoiceId: string) => workKey(StampWork, 'STAMP', invoiceId);
export const cancelWorkKey = (invoiceId: string) => workKey(CancelWork, 'CANCEL', invoiceId);
/** An attempt that nobody looks for any more, but whose document may still be told of. */
export const pastStampWorkKey = (teamId: string, invoiceId: string) =>
  key(StampWork, besideInvoice(teamId, invoiceId), 'ATTEMPT');
export const draftWorkKey = (reservationId: string) => workKey(DraftWork, 'DRAFT', reservationId);

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
