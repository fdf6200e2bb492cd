import { type Location, locationOf, type Position } from '../fleet/position';
import { formerPositionKey, positionKey } from '../fleet/position-places';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItem, getItems } from '../platform/table/read';
import { type TripRecord, tripKey } from './trip';

/**
 * The last position of a trip: that of its item, or the one that the ended trip keeps. A trip that ends between the read
 * of the trip and that of the item has moved the position meanwhile, so the trip is read again.
 */
export async function readLastPosition(context: Context, read: TripRecord): Promise<Position | undefined> {
  const { teamId, id } = read;
  if (read.lastPosition) return keptBy(read);
  const position = await getItem(context, positionKey(teamId, id));
  if (position !== undefined) return position;
  const [former, trip] = await getItems(context, [formerPositionKey(teamId, id), tripKey(teamId, id)]);
  return former ?? (trip && keptBy(trip));
}

const keptBy = ({ id: tripId, driverId, lastPosition }: TripRecord): Position | undefined =>
  lastPosition && driverId ? { tripId, driverId, isOpen: false, ...lastPosition } : undefined;

/** The last position of a trip and its age. Throws NOT_FOUND when the trip has none. */
export const readLocation = capability(
  { table: ['GetItem', 'BatchGetItem'] },
  (context) =>
    async (trip: TripRecord): Promise<Location> => {
      const location = locationOf(await readLastPosition(context, trip), context.now());
      if (location === undefined)
        throw new AppError('NOT_FOUND', {
          message: {
            en: 'This trip has sent no position yet. Try again later.',
            es: 'Este viaje aún no ha enviado ninguna posición. Vuelva a intentarlo más tarde.',
          },
        });
      return location;
    },
);
