import { refuseDriverWhoIsOut } from '../fleet/active-driver';
import { APP_ACCESS_STATUSES, mayWork, WORKING_ACCESS } from '../fleet/driver';
import { driverKey } from '../fleet/fleet-keys';
import { Refusal } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import { getItem } from '../platform/table/read';
import { commitMove, type Moved, TRANSITION_RIGHTS } from './move-trip';
import type { Coordinates, TripRecord, TripStatus } from './trip';
import type { Mover } from './trip-effects';
import { tripKey } from './trip-keys';

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
