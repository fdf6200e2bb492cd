import { atItsPlace, type PositionPlace, refusedAtPlace } from '../fleet/position-places';
import type { WatchedStops } from '../fleet/watched-stops';
import type { Context } from '../platform/runtime/context';
import { type Step, unexpectedConflict, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import type { TripRecord } from './trip';

/**
 * Writes a change of a trip's stops. The position item of a trip under way gets their new revision, which a sync answers
 * without a read, and the stops to watch if they change. The steps must hold the trip's status.
 */
export async function writeStops(
  context: Context,
  { teamId, id, status }: TripRecord,
  stopsRevision: number,
  steps: readonly Step[],
  watched?: { readonly next: WatchedStops | undefined },
): Promise<void> {
  const refused = refusedAtPlace(unexpectedConflict('A position'));
  const told = (place: PositionPlace) =>
    update(
      place.key(teamId, id),
      {
        set: place.stored({ stopsRevision, watched: watched?.next }),
        remove: watched && watched.next === undefined ? place.namesOf(['watched']) : [],
      },
      {},
      refused,
    );
  const alone = () => transact(context, steps);
  if (status !== 'EN_PROCESO') return alone();
  await atItsPlace((place) => transact(context, [...steps, told(place)]), alone);
}
