import * as v from 'valibot';
import type { Context } from '../platform/runtime/context';
import { key, part } from '../platform/table/keys';
import { create, type Step, unexpectedConflict, update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { Instant, Uuid } from '../platform/values/fields';
import type { TripRecord } from './trip';

/** A look that the schedule takes at a trip at an instant. The end of the trip does not write it: the next look notices the end. */
export const RoadWatch = v.object({
  teamId: Uuid,
  tripId: Uuid,
  /**
   * TRIP: at the truck of a trip under way. FILES: at the files that the proofs of a trip reported. LEGS: at what an ended trip shows of the speeds between its
   * stops, after late facts.
   */
  watched: v.picklist(['TRIP', 'FILES', 'LEGS']),
  dueAt: Instant,
  /** When the last known position arrived, or when the watch began. */
  since: Instant,
  /** From when on the next look at the truck is also one at the files. */
  filesAt: v.optional(Instant),
  /** The alert that the truck has sent nothing since `since`. */
  alertId: v.optional(Uuid),
});
export type RoadWatch = v.InferOutput<typeof RoadWatch>;

/** The partitions, by the last digit of the trip's identifier, which is random. */
export const WATCH_SHARDS = Array.from({ length: 16 }, (_, shard) => `ROAD_WATCH#${shard}` as const);
const shardOf = (tripId: string) => WATCH_SHARDS[Number.parseInt(tripId.slice(-1), 16)] ?? 'ROAD_WATCH#0';

export const watchesIn = (shard: (typeof WATCH_SHARDS)[number]) => part(RoadWatch, shard, 'DUE#');
/** Two looks of a kind at one trip at one instant are one item. */
export const watchKey = ({ tripId, watched, dueAt }: Pick<RoadWatch, 'tripId' | 'watched' | 'dueAt'>) =>
  key(
    RoadWatch,
    shardOf(tripId),
    `DUE#${dueAt}#${tripId}${watched === 'FILES' || watched === 'LEGS' ? `#${watched}` : ''}`,
  );

const MINUTE_MS = 60_000;
export const minutesAfter = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * MINUTE_MS).toISOString();

const HOUR = 60;
/** Without a limit for silence only the end of the trip is looked for, so many minutes later. */
const UNLIMITED = 6 * HOUR;
/** A reported file may be absent for so many minutes. */
const FILE_MINUTES = 24 * HOUR;

/** When a truck is looked at again that was last heard of at `since`. `silentMinutes` 0: it may be silent. */
export const dueAfter = (since: string, silentMinutes: number, now: string): string =>
  silentMinutes === 0 ? minutesAfter(now, UNLIMITED) : minutesAfter(since, silentMinutes);

/** When a file is missing that was reported at an instant. */
export const fileDueAt = (receivedAt: string): string => minutesAfter(receivedAt, FILE_MINUTES);

export const writeWatch = (context: Context, watch: RoadWatch): Promise<void> =>
  writeOne(context, update(watchKey(watch), { set: watch }, { exists: undefined }, unexpectedConflict('A watch')));

/** The files of a trip that has ended are looked at a day after a proof. Until the end the watch of the trip does it, so that a proof writes nothing more. */
export function watchFiles(context: Context, { teamId, id }: TripRecord, receivedAt: Date): Promise<void> {
  const since = receivedAt.toISOString();
  return writeWatch(context, { teamId, tripId: id, watched: 'FILES', dueAt: fileDueAt(since), since });
}

/** The legs of a trip that ended before are looked at by the next run. The look at its truck may be over. Without a route its legs teach nothing. */
export async function watchLegs(
  context: Context,
  { teamId, id, routeId, stopsRevision }: TripRecord,
  receivedAt: Date,
): Promise<void> {
  if (routeId === undefined || stopsRevision === undefined) return;
  const since = receivedAt.toISOString();
  await writeWatch(context, { teamId, tripId: id, watched: 'LEGS', dueAt: since, since });
}

/** Begins the watch of a trip, in the transaction of its start. */
export function watchStep(context: Context, { teamId, id }: TripRecord, silentMinutes: number): Step {
  const since = context.now().toISOString();
  const dueAt = dueAfter(since, silentMinutes, since);
  const watch = { teamId, tripId: id, watched: 'TRIP', dueAt, since, filesAt: fileDueAt(since) } as const;
  return create(watchKey(watch), watch, unexpectedConflict('A watch'));
}
