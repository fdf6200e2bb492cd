import * as v from 'valibot';
import { capability } from '../platform/runtime/capability';
import { allItems } from '../platform/table/lists';
import { Uuid } from '../platform/values/fields';
import { LastPosition, lastPositionOf } from './position';
import { positionsOf } from './position-places';

/** The last position of a trip under way. */
export const TripPosition = v.object({
  tripId: Uuid,
  /** The driver of the trip now. After a relay, the last position may still be that of the former driver. */
  driverId: Uuid,
  ...LastPosition.entries,
});
export type TripPosition = v.InferOutput<typeof TripPosition>;

/** The positions of all trips under way, in the order of their identifiers. A trip without a position is left out. */
export const listPositions = capability(
  { table: ['Query'], tableKeys: ['TEAM#'] },
  (context) =>
    async (teamId: string): Promise<TripPosition[]> => {
      const shards = await Promise.all(positionsOf(teamId).map((range) => allItems(context, range)));
      const positions = shards.flat().flatMap((position) => {
        const last = lastPositionOf(position);
        return last ? [{ tripId: position.tripId, driverId: position.driverId, ...last }] : [];
      });
      return positions.sort((one, other) => (one.tripId < other.tripId ? -1 : 1));
    },
);
