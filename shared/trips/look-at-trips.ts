import * as v from 'valibot';
import { alertOnceSteps, notedResolutionSteps } from '../alerts/alerts';
import { lastPositionOf, MEASURED, type Position } from '../fleet/position';
import { POSITION_PLACE } from '../fleet/position-places';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { AlreadyThere } from '../platform/table/already-there';
import { unchanged } from '../platform/table/expression';
import { ignoreOvertaken, Overtaken, overtaken } from '../platform/table/overtaken';
import { checkItems, getItem, HIGHEST, LOWEST, queryItems } from '../platform/table/read';
import { check, deleteItem, putItem, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { deleteOneIf } from '../platform/table/write';
import { recentRoadPolicy } from '../road-policy/policy';
import { learnSpeeds } from './learn-speeds';
import { makeHoursAgain } from './make-hours';
import { resolveProofAlert } from './missing-proof';
import { raiseLate, resolveLate } from './raise-late';
import { type StoredStops, storedStops } from './read-stops';
import { dueAfter, fileDueAt, type RoadWatch, type WATCH_SHARDS, watchesIn, watchKey, writeWatch } from './road-watch';
import { type TripRecord, tripKey } from './trip';

/** Looks at the files of a trip, and says when they are looked at again. Undefined: never. Stops that were read are not read again. */
type JudgeFiles = (trip: Pick<RoadWatch, 'teamId' | 'tripId'>, stops?: StoredStops) => Promise<string | undefined>;

/** Another run, the end of the trip, a position or a member was first: the next run looks again. */
const changed = overtaken('The trip or its watch has changed.');

/** A page of due watches, the longest due first. An item that cannot be read does not keep the others from being looked at. */
interface DueWatches {
  readonly watches: readonly RoadWatch[];
  readonly unreadable: readonly Error[];
  /** The sort key after which more follow. */
  readonly after: string | undefined;
}

/** The due watches of a partition after a sort key. */
export const listWatches = capability(
  { table: ['Query'], tableKeys: ['ROAD_WATCH#'] },
  (context) =>
    async (shard: (typeof WATCH_SHARDS)[number], after: string | undefined, limit: number): Promise<DueWatches> => {
      const { schema, ...range } = watchesIn(shard);
      const between = { from: LOWEST, to: `${context.now().toISOString()}${HIGHEST}` };
      const page = await queryItems(context, { ...range, between, after, limit, ascending: true, consistent: true });
      const last = page.more ? page.items.at(-1)?.sk : undefined;
      const parsed = page.items.map((item) => v.safeParse(schema, item));
      return {
        watches: parsed.flatMap(({ success, output }) => (success ? [output] : [])),
        unreadable: parsed.flatMap(({ success, issues }) => (success ? [] : [new v.ValiError(issues)])),
        after: last,
      };
    },
);

/** Counts of trips. An alarm watches `failed`. */
export interface Looked {
  looked: number;
  silent: number;
  failed: number;
}

/**
 * Looks at the trips of due watches. A watch moves by two writes, the new one first: a run that ends between them leaves two, which is
 * harmless, because the mark of the alert depends on the trip and the last position alone.
 */
export const lookAtTrips = capability(
  {
    table: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    tableKeys: ['ROAD_WATCH#', 'TEAM#'],
  },
  (context) =>
    async (
      watches: readonly RoadWatch[],
      judgeFiles: JudgeFiles,
      report: (failure: unknown) => void,
    ): Promise<Looked> => {
      const done = { looked: watches.length, silent: 0, failed: 0 };
      const leaveOut = (failure: unknown) => {
        done.failed += 1;
        report(failure);
      };
      const trucks = watches.filter(({ watched }) => watched === 'TRIP');
      const positions = await checkItems(
        context,
        trucks.map(({ teamId, tripId }) => POSITION_PLACE.key(teamId, tripId)),
      );
      const positionOf = new Map(trucks.map((watch, index) => [watch, positions[index]]));
      // Each policy is read once, and not by each of its trips at the same moment. One that fails does so again in the looks that need it.
      const teams = [...new Set(watches.map(({ teamId }) => teamId))];
      await Promise.allSettled(teams.map((id) => recentRoadPolicy(context, id)));
      const look = async (watch: RoadWatch, position: Position | undefined) => {
        try {
          if (position === undefined) await endWatch(context, watch, judgeFiles);
          else if (await lookAtTruck(context, watch, position, judgeFiles)) done.silent += 1;
        } catch (failure) {
          if (!(failure instanceof Overtaken)) leaveOut(failure);
        }
      };
      const pairs = watches.flatMap((watch) => {
        const read = positionOf.get(watch);
        // A position that cannot be read is not that of a trip that has ended.
        if (read?.success === false) leaveOut(new v.ValiError(read.issues));
        return read?.success === false ? [] : [{ watch, position: read?.output }];
      });
      await Promise.all(pairs.map(({ watch, position }) => position && look(watch, position)));
      // One after the other: trips of one route write one item.
      for (const { watch, position } of pairs) if (position === undefined) await look(watch, position);
      return done;
    },
);

/**
 * Without its position item a trip has ended: it shows the speeds between its stops. The working time is made again, because a call that overlapped with the
 * end stored facts that the end did not see. The files of the trip are looked at until none of them is absent.
 */
async function endWatch(context: Context, read: RoadWatch, judgeFiles: JudgeFiles): Promise<void> {
  const watch = await resolveSilence(context, read, read.since);
  const { teamId, tripId, since, watched } = watch;
  let isCancelled = false;
  if (watched === 'TRIP') {
    const trip = await getItem(context, tripKey(teamId, tripId));
    if (isJustEnded(trip, context.now())) return;
    await makeHoursAgain(context, trip);
    // A call that overlapped with the end did not know of the alert that its proof resolves.
    if (trip?.proofAlert !== undefined) await resolveProofAlert(context, trip);
    isCancelled = trip?.status === 'CANCELADO';
  }
  const stops = await storedStops(context, { teamId, id: tripId });
  if (isCancelled) for (const one of stops.registers) await resolveLate(context, { teamId, id: tripId }, one);
  if (watched !== 'FILES') await learnSpeeds(context, { teamId, tripId, ...stops });
  const dueAt = watched === 'LEGS' ? undefined : await judgeFiles(watch, stops);
  if (dueAt !== undefined) await writeWatch(context, { teamId, tripId, watched: 'FILES', dueAt, since });
  await deleteWatch(context, watch);
}

/** Twice the longest call of a phone. */
const LAST_CALL_MS = 60_000;

/** Whether a call that came before the end of the trip can still store facts. Then the next run makes the working time. */
function isJustEnded(trip: TripRecord | undefined, now: Date): boolean {
  const endedAt = trip?.endCommittedAt ?? trip?.cancelledAt;
  return endedAt !== undefined && now.getTime() - Date.parse(endedAt) < LAST_CALL_MS;
}

/** True when the truck is silent. */
async function lookAtTruck(
  context: Context,
  read: RoadWatch,
  position: Position,
  judgeFiles: JudgeFiles,
): Promise<boolean> {
  const now = context.now().toISOString();
  const { silentMinutes } = await recentRoadPolicy(context, read.teamId);
  const { receivedAt = read.since } = position;
  const isHeard = receivedAt > read.since;
  const watch = isHeard ? await resolveSilence(context, read, receivedAt) : read;
  const dueAt = dueAfter(watch.since, silentMinutes, now);
  if (dueAt <= now) {
    await tellSilence(context, watch, position);
    await tellDelay(context, watch, position);
    return true;
  }
  const looksAtFiles = watch.filesAt !== undefined && watch.filesAt <= now;
  if (looksAtFiles) await judgeFiles(watch);
  await moveWatch(context, watch, { ...watch, dueAt, filesAt: looksAtFiles ? fileDueAt(now) : watch.filesAt });
  return false;
}

/** The watch of a truck that was heard of at `since`. Its alert about silence, if it has one, is resolved. */
async function resolveSilence(context: Context, watch: RoadWatch, since: string): Promise<RoadWatch> {
  const { teamId, alertId, ...heard } = { ...watch, since };
  if (alertId !== undefined) {
    const forgotten = update(
      watchKey(watch),
      { set: { since }, remove: ['alertId'] },
      { equals: { alertId } },
      changed,
    );
    await transact(context, [forgotten, ...(await notedResolutionSteps(context, teamId, [alertId], changed))]);
  }
  return { teamId, ...heard };
}

/** Without an alert the new watch is written before the old one is deleted, at half the price of a transaction. */
async function moveWatch(context: Context, watch: RoadWatch, next: RoadWatch): Promise<void> {
  const { alertId } = watch;
  if (alertId === undefined) {
    await writeWatch(context, next);
    return deleteWatch(context, watch);
  }
  await transact(context, [
    deleteItem(watchKey(watch), { equals: { alertId } }, changed),
    putItem(watchKey(next), next),
  ]);
}

/** A watch that another run gave an alert meanwhile stays, so that the alert is resolved. */
const deleteWatch = (context: Context, watch: RoadWatch): Promise<void> =>
  deleteOneIf(context, deleteItem(watchKey(watch), { exists: undefined, absent: ['alertId'] }, changed)).catch(
    ignoreOvertaken,
  );

const MINUTE_MS = 60_000;

/**
 * Raises TRIP_SILENT once for the last position. The watch stays due, so that each run sees whether a position has come. The transaction
 * requires that none has come, and that the trip has not ended.
 */
async function tellSilence(context: Context, watch: RoadWatch, position: Position): Promise<void> {
  if (watch.alertId !== undefined) return;
  const { teamId, tripId, since } = watch;
  const { key, stored, namesOf } = POSITION_PLACE;
  const minutesSilent = Math.floor((context.now().getTime() - Date.parse(since)) / MINUTE_MS);
  const cause = { type: 'TRIP_SILENT', entityId: tripId, facts: { minutesSilent } } as const;
  const alertId = context.newId();
  try {
    await transact(context, [
      update(watchKey(watch), { set: { alertId, since } }, { absent: ['alertId'] }, changed),
      check(key(teamId, tripId), unchanged(stored(position), namesOf([...MEASURED, 'lastKey'])), changed),
      ...alertOnceSteps(context, teamId, cause, since, alertId),
    ]);
  } catch (failure) {
    if (!(failure instanceof AlreadyThere)) throw failure;
    // An interrupted run left two watches of the trip, and the other one has the alert.
    await deleteWatch(context, watch);
  }
}

/** A truck that sends nothing is late all the same: the time of its way begins now. */
async function tellDelay(context: Context, { teamId, tripId }: RoadWatch, position: Position): Promise<void> {
  const { watched, lastKey, stopsRevision } = position;
  const last = lastPositionOf(position);
  if (last === undefined || watched === undefined) return;
  const trip = { teamId, tripId, place: POSITION_PLACE, watched, lastKey, stopsRevision };
  await raiseLate(context, trip, last, context.now());
}
