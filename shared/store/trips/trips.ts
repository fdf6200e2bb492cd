import { APP_ACCESS_STATUSES, mayWork, WORKING_ACCESS } from '../../domain/drivers';
import { Refusal } from '../../domain/refusal';
import type { Coordinates, TripRecord, TripStatus } from '../../domain/trips';
import { capability } from '../../runtime/capability';
import { refuseDriverWhoIsOut } from '../fleet/driver-standing';
import { driverKey, tripKey } from '../table/keys';
import { getItem } from '../table/read';
import type { Mover } from './trip-effects';
import { commitMove, type Moved, TRANSITION_RIGHTS } from './trip-transition';

type DriverMover = Extract<Mover, { pool: 'drivers' }>;
type MemberMover = Extract<Mover, { pool: 'staff' }>;

/**
 * Moves a trip for its driver. The one read finds the vehicle; every condition travels with the writes, the driver's standing too, and only
 * a refusal reads more.
 */
export const moveOwnTrip = capability(
  { table: ['GetItem', ...TRANSITION_RIGHTS] },
  (context) =>
    async (
      mover: DriverMover,
      tripId: string,
      to: TripStatus,
      coordinates: Coordinates | undefined,
    ): Promise<Moved> => {
      try {
        const trip = await getItem(context, tripKey(mover.teamId, tripId));
        if (trip === undefined) throw new Refusal('NOT_FOUND');
        const owner = { sub: mover.sub, isOpen: true, access: WORKING_ACCESS };
        return await commitMove(context, { mover, trip, to, coordinates, owner });
      } catch (failure) {
        if (failure instanceof Refusal) await refuseDriverWhoIsOut(context, mover);
        throw failure;
      }
    },
);

/** Moves a trip for a member of the team. A start reads the driver's record, to know which account the pings will come from. */
export const moveTrip = capability(
  { table: ['GetItem', ...TRANSITION_RIGHTS] },
  (context) =>
    async (
      mover: MemberMover,
      trip: TripRecord,
      to: TripStatus,
      coordinates: Coordinates | undefined,
    ): Promise<TripRecord> => {
      const driver =
        to === 'EN_PROCESO' && trip.driverId
          ? await getItem(context, driverKey(trip.teamId, trip.driverId))
          : undefined;
      const owner = {
        sub: driver?.sub,
        isOpen: driver !== undefined && mayWork(driver),
        access: driver ? [driver.appAccessStatus] : APP_ACCESS_STATUSES,
      };
      const moved = await commitMove(context, { mover, trip, to, coordinates, owner });
      return moved.trip;
    },
);
