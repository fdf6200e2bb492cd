import type { Position } from '../fleet/position';
import type { PositionPlace } from '../fleet/position-places';
import { isHoursDue } from '../hours/hours-due';
import type { Context } from '../platform/runtime/context';
import { ignoreOvertaken, overtaken } from '../platform/table/overtaken';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { judgeHours } from './judge-hours';
import { MOST_LISTED } from './track';

/** The positions of a sync beside the position item as it was before. */
interface WatchedHours {
  readonly driver: { readonly teamId: string; readonly id: string };
  readonly before: Position;
  /** The key of the last position after the sync. */
  readonly lastKey: string | undefined;
  /** The time of the newest position, and how many came after the last one. */
  readonly newestAt: string;
  readonly added: number;
}

/**
 * Judges the hours of the driver when the time has come that the position item has, and enters the next time. Before, nothing is read and
 * nothing is written.
 */
export async function watchHours(context: Context, place: PositionPlace, sync: WatchedHours): Promise<void> {
  const { driver, before, lastKey } = sync;
  if (!isToJudge(sync)) return;
  const hoursDue = await judgeHours(context, { ...driver, tripId: before.tripId });
  if (hoursDue === undefined) return;
  const step = update(
    place.key(driver.teamId, before.tripId),
    { set: place.stored({ hoursDue }) },
    { equals: place.stored({ lastKey, driverId: driver.id }) },
    overtaken('The position item has changed.'),
  );
  // A further position came, or another driver: its sync judges.
  await writeOne(context, step).catch(ignoreOvertaken);
}

function isToJudge({ before: { hoursDue, points = [] }, newestAt, added }: WatchedHours): boolean {
  // An item of a release before the alerts has no time: its trip is judged when the list becomes a segment.
  return hoursDue === undefined ? points.length + added > MOST_LISTED : isHoursDue(hoursDue, newestAt);
}
