import * as v from 'valibot';
import { draftWorkKey } from '../boxes/reservation';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import type { Change } from '../platform/table/expression';
import { type Once, rememberOnce } from '../platform/table/idempotency';
import { TIME_TO_LIVE } from '../platform/table/keys';
import { getItem, queryItems } from '../platform/table/read';
import { deleteItem, incrementIf, putItem, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { LEASE_MS } from './stamping-rules';
import type { CancelWork, StampingWork, StampWork } from './work-items';
import {
  cancelWorkKey,
  pastStampWorkKey,
  stampingEventKey,
  stampingRunKey,
  stampingWorkOf,
  stampWorkKey,
} from './work-keys';

/** The work item belongs to another lock or was deleted, so that this update is obsolete. */
class WorkChanged extends Error {}

const ignoreWorkChanged = (failure: unknown): void => {
  if (!(failure instanceof WorkChanged)) throw failure;
};

/** Records the result of a look-up, if the work item still has the same lock. */
export const noteLookup = capability(
  { table: ['UpdateItem'], tableKeys: ['STAMPING_WORK#'] },
  (context) =>
    async ({ invoiceId, attemptId }: StampWork, seen: Pick<StampWork, 'providerId' | 'emptySince'>): Promise<void> => {
      const forgotten = seen.emptySince === undefined ? ['emptySince'] : [];
      const change = { set: { ...seen }, remove: forgotten };
      const step = update(stampWorkKey(invoiceId), change, { equals: { attemptId } }, () => new WorkChanged());
      await writeOne(context, step).catch(ignoreWorkChanged);
    },
);

/** Records a cancellation before the provider is asked for it. */
export const enqueueCancelWork = capability(
  { table: ['PutItem'], tableKeys: ['STAMPING_WORK#'] },
  (context) => async (work: CancelWork) => {
    await transact(context, [putItem(cancelWorkKey(work.invoiceId), work)]);
  },
);

/** Records the cancellation of a substituted document with the Idempotency-Key of its request. */
export const openReplacement = capability(
  { table: ['PutItem'], tableKeys: ['CALLER#', 'STAMPING_WORK#'] },
  (context) => async (work: CancelWork, once: Once | undefined) => {
    await transact(context, [...rememberOnce(context, once), putItem(cancelWorkKey(work.invoiceId), work)]);
  },
);

export const readCancelWork = capability(
  { table: ['GetItem'], tableKeys: ['STAMPING_WORK#'] },
  (context) => (invoiceId: string) => getItem(context, cancelWorkKey(invoiceId)),
);

/** Deletes completed work from the list. */
export const completeWork = capability(
  { table: ['DeleteItem'], tableKeys: ['STAMPING_WORK#'] },
  (context) => async (work: StampingWork) => {
    await transact(context, [removeStep(work)]).catch(ignoreWorkChanged);
  },
);

/**
 * Moves an attempt whose document was not found from the list to the archive. A document that appears later still finds
 * its content there.
 */
export const archiveWork = capability(
  { table: ['PutItem', 'DeleteItem'], tableKeys: ['STAMPING_WORK#', 'TEAM#'] },
  (context) => async (work: StampWork) => {
    const kept = putItem(pastStampWorkKey(work.teamId, work.invoiceId), work);
    await transact(context, [removeStep(work), kept]).catch(ignoreWorkChanged);
  },
);

export const readArchivedWork = capability(
  { table: ['GetItem'] },
  (context) => (teamId: string, invoiceId: string) => getItem(context, pastStampWorkKey(teamId, invoiceId)),
);

function removeStep(work: StampingWork) {
  const changed = () => new WorkChanged();
  if (work.kind === 'STAMP')
    return deleteItem(stampWorkKey(work.invoiceId), { equals: { attemptId: work.attemptId } }, changed);
  if (work.kind === 'CANCEL') return deleteItem(cancelWorkKey(work.invoiceId), { equals: { at: work.at } }, changed);
  return deleteItem(draftWorkKey(work.reservationId), {}, changed);
}

export interface WorkPlace {
  readonly shard: string;
  readonly after: string | undefined;
}

/** One page of open work. The read is eventually consistent, so the caller reads each item again before it acts. */
export const listWork = capability(
  { table: ['Query'], tableKeys: ['STAMPING_WORK#'] },
  (context) =>
    async ({ shard, after }: WorkPlace, limit: number) => {
      const { schema, ...range } = stampingWorkOf(shard);
      const { items, more } = await queryItems(context, { ...range, ascending: true, limit, after });
      return { entries: items.map((item) => ({ position: item.sk, work: v.safeParse(schema, item) })), more };
    },
);

/** Another run holds the lease of the shard. */
export class RunTaken extends Error {}

/** The lease of one shard. */
export interface Run {
  readonly owner: string;
  readonly shard: string;
  /** The position of the last run. */
  readonly after: string | undefined;
  /** The start of the last run that looked at the whole shard without a failure. */
  readonly wholeAt: string | undefined;
}

/** Takes the lease of a shard. Returns undefined while another run holds it. A lease that was not released expires. */
export const acquireLease = capability(
  { table: ['GetItem', 'UpdateItem'], tableKeys: ['STAMPING_RUN'] },
  (context) =>
    async (shard: string): Promise<Run | undefined> => {
      const owner = context.newId();
      const last = await getItem(context, stampingRunKey(shard));
      const now = context.now();
      const change = { set: { owner, until: new Date(now.getTime() + LEASE_MS).toISOString() } };
      const isFree = { absentOrAtMost: { until: now.toISOString() } };
      try {
        await writeOne(
          context,
          incrementIf(stampingRunKey(shard), change, isFree, (found) =>
            found?.owner === owner ? new OwnRun() : new RunTaken(),
          ),
        );
      } catch (failure) {
        if (failure instanceof RunTaken) return undefined;
        if (!(failure instanceof OwnRun)) throw failure;
      }
      return { owner, shard, after: last?.after, wholeAt: last?.wholeAt };
    },
);

/** Our own write succeeded, but its response was lost. */
class OwnRun extends Error {}

/**
 * Saves the position of the run before the item is processed, and renews the lease. If the item ends the run, the next run
 * continues after that item.
 */
export const saveCheckpoint = capability(
  { table: ['UpdateItem'], tableKeys: ['STAMPING_RUN'] },
  (context) => (run: Run, after: string) => {
    const until = new Date(context.now().getTime() + LEASE_MS).toISOString();
    return writeRun(context, run, { set: { until, after } });
  },
);

/** Releases the lease after a look at the whole shard. `beganAt` is absent when an item failed. */
export const endRun = capability(
  { table: ['UpdateItem'], tableKeys: ['STAMPING_RUN'] },
  (context) => (run: Run, beganAt: Date | undefined) => {
    const set = { until: context.now().toISOString(), ...(beganAt && { wholeAt: beganAt.toISOString() }) };
    return writeRun(context, run, { set, remove: ['after'] });
  },
);

const writeRun = (context: Context, { shard, owner }: Run, change: Change): Promise<void> =>
  writeOne(
    context,
    update(stampingRunKey(shard), change, { equals: { owner } }, () => new RunTaken()),
  );

const EVENT_KEPT_SECONDS = 7 * 24 * 60 * 60;

export const wasWorkedOff = capability(
  { table: ['GetItem'] },
  (context) => async (teamId: string, eventId: string) =>
    (await getItem(context, stampingEventKey(teamId, eventId))) !== undefined,
);

export const noteEvent = capability({ table: ['PutItem'] }, (context) => async (teamId: string, eventId: string) => {
  const now = context.now();
  const mark = { at: now.toISOString(), [TIME_TO_LIVE]: Math.floor(now.getTime() / 1000) + EVENT_KEPT_SECONDS };
  await transact(context, [putItem(stampingEventKey(teamId, eventId), mark)]);
});
