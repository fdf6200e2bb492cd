import { alertSteps, notedResolutionSteps } from '../alerts/alerts';
import type { Position } from '../fleet/position';
import type { PositionPlace } from '../fleet/position-places';
import type { Context } from '../platform/runtime/context';
import { allOf, unchanged } from '../platform/table/expression';
import { ignoreOvertaken, overtaken } from '../platform/table/overtaken';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { type OffRouteChange, offRouteChange, type Placed } from './off-route';
import { recentLine } from './recent-line';

/** Positions that became the last ones of a trip, and the position item before them. */
interface PlacedPositions {
  readonly teamId: string;
  readonly before: Position;
  /** The key of the last position after the write. */
  readonly lastKey: string;
  /** In the order of the track. */
  readonly positions: readonly Placed[];
}

/** A further position came, another call judged, or the trip has ended. */
const changed = overtaken('The position item has changed.');

/**
 * Raises TRIP_OFF_ROUTE when three positions in a row are too far from the line of the route, and resolves it when one is near. A truck on
 * its line writes nothing. The condition of each write is that the position item has not changed since, so that of two calls at once one
 * raises the alert.
 */
export async function watchLine(context: Context, place: PositionPlace, sent: PlacedPositions): Promise<void> {
  const { teamId, before, positions } = sent;
  if (before.lineOf === undefined) return;
  const line = await recentLine(context, teamId, before.lineOf);
  const known = { far: before.far ?? 0, alertId: before.offRoute };
  const change = line && offRouteChange(known, positions, line);
  if (change === undefined) return;
  await write(context, place, sent, change).catch(ignoreOvertaken);
}

async function write(
  context: Context,
  place: PositionPlace,
  { teamId, before, lastKey }: PlacedPositions,
  change: OffRouteChange,
): Promise<void> {
  const itemStep = (fields: Pick<Position, 'far' | 'offRoute'>): Step => {
    const absent = (['far', 'offRoute'] as const).filter((field) => fields[field] === undefined);
    return update(
      place.key(teamId, before.tripId),
      { set: place.stored(fields), remove: place.namesOf(absent) },
      allOf({ equals: place.stored({ lastKey }) }, unchanged(place.stored(before), place.namesOf(['far', 'offRoute']))),
      changed,
    );
  };
  const { tripId, offRoute } = before;
  if (change.kind === 'COUNT') return writeOne(context, itemStep({ far: change.far || undefined }));
  if (change.kind === 'RESOLVE') {
    const resolved = offRoute === undefined ? [] : await notedResolutionSteps(context, teamId, [offRoute], changed);
    return transact(context, [itemStep({ far: change.far || undefined }), ...resolved]);
  }
  const alertId = context.newId();
  const facts = { kilometresOff: Math.round(change.metres / 100) / 10 };
  return transact(context, [
    itemStep({ offRoute: alertId }),
    ...alertSteps(context, teamId, { type: 'TRIP_OFF_ROUTE', entityId: tripId, facts }, alertId),
  ]);
}
