import * as v from 'valibot';
import type { AlertCause } from '../alerts/alert';
import { alertOnceSteps } from '../alerts/alerts';
import { draftWorkKey } from '../boxes/reservation';
import { capability } from '../platform/runtime/capability';
import { ignoreAlreadyThere } from '../platform/table/already-there';
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

/** Somebody else's lock, or nobody's any more: what was to be noted no longer matters. */
class WorkChanged extends Error {}

const ignoreWorkChanged = (failure: unknown): void => {
  if (!(failure instanceof WorkChanged)) throw failure;
};

/** Notes what a look-up saw, on the lock that it looked for. */
export const noteLookup = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ invoiceId, attemptId }: StampWork, seen: Pick<StampWork, 'providerId' | 'emptySince'>): Promise<void> => {
      const forgotten = seen.emptySince === undefined ? ['emptySince'] : [];
      const change = { set: { ...seen }, remove: forgotten };
      const step = update(stampWorkKey(invoiceId), change, { equals: { attemptId } }, () => new WorkChanged());
      await writeOne(context, step).catch(ignoreWorkChanged);
    },
);

/** Writes down that a cancellation is being asked for, before it is. */
export const enqueueCancelWork = capability({ table: ['PutItem'] }, (context) => async (work: CancelWork) => {
  await transact(context, [putItem(cancelWorkKey(work.invoiceId), work)]);
});

/** Takes work off the list that needs nobody any more. */
export const completeWork = capability({ table: ['DeleteItem'] }, (context) => async (work: StampingWork) => {
  await transact(context, [removeStep(work)]).catch(ignoreWorkChanged);
});

/** Takes an attempt off the list whose document was not found: it stays readable for a truth that comes later still. */
export const archiveWork = capability({ table: ['PutItem', 'DeleteItem'] }, (context) => async (work: StampWork) => {
  const kept = putItem(pastStampWorkKey(work.teamId, work.invoiceId), work);
  await transact(context, [removeStep(work), kept]).catch(ignoreWorkChanged);
});

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

/** Warns once for each occasion, whoever tries again. */
export const raiseAlertOnce = capability(
  { table: ['PutItem'] },
  (context) => async (teamId: string, cause: AlertCause, occasion: string) => {
    await transact(context, alertOnceSteps(context, teamId, cause, occasion)).catch(ignoreAlreadyThere);
  },
);

export interface WorkPlace {
  readonly shard: string;
  readonly after: string | undefined;
}

/** One page of open work. Eventually consistent: what it shows is read again before anything is done about it. */
export const listWork = capability(
  { table: ['Query'] },
  (context) =>
    async ({ shard, after }: WorkPlace, limit: number) => {
      const { schema, ...range } = stampingWorkOf(shard);
      const { items, more } = await queryItems(context, { ...range, ascending: true, limit, after });
      return { entries: items.map((item) => ({ position: item.sk, work: v.safeParse(schema, item) })), more };
    },
);

class RunTaken extends Error {}

export interface Run {
  readonly owner: string;
  /** Where the last run stopped. */
  readonly place: { readonly [P in keyof WorkPlace]: WorkPlace[P] | undefined };
}

/** Takes the lease of recovery; undefined while another holds it. One that died holding it loses it by the clock. */
export const acquireLease = capability(
  { table: ['GetItem', 'UpdateItem'] },
  (context) => async (): Promise<Run | undefined> => {
    const owner = context.newId();
    const last = await getItem(context, stampingRunKey());
    const now = context.now();
    const change = { set: { owner, until: new Date(now.getTime() + LEASE_MS).toISOString() } };
    const isFree = { absentOrAtMost: { until: now.toISOString() } };
    try {
      await writeOne(
        context,
        incrementIf(stampingRunKey(), change, isFree, (found) =>
          found?.owner === owner ? new OwnRun() : new RunTaken(),
        ),
      );
    } catch (failure) {
      if (failure instanceof RunTaken) return undefined;
      if (!(failure instanceof OwnRun)) throw failure;
    }
    return { owner, place: { shard: last?.shard, after: last?.after } };
  },
);

/** Our own success, whose answer was lost. */
class OwnRun extends Error {}

/** Says how far the run has come, before that is worked off: a run that dies of an item does not begin with it again. */
export const saveCheckpoint = capability(
  { table: ['UpdateItem'] },
  (context) =>
    async ({ owner }: Run, { shard, after }: WorkPlace, isOver = false) => {
      const until = new Date(context.now().getTime() + (isOver ? 0 : LEASE_MS)).toISOString();
      const change = { set: { until, shard, after }, remove: after === undefined ? ['after'] : [] };
      const step = update(stampingRunKey(), change, { equals: { owner } }, () => new RunTaken());
      await writeOne(context, step);
    },
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
