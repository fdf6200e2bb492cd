import { resolutionSteps } from '../alerts/alerts';
import { type DriverRecord, driverKey } from '../fleet/driver';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { type Step, update } from '../platform/table/steps';
import { eachTripWith } from './follow-names';
import type { TripRecord } from './trip';

/** The number of planned trips of a driver. */
export const countPlannedTrips = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    async ({ teamId, id }: DriverRecord): Promise<number> => {
      const planned: string[] = [];
      const referred = { teamId, field: 'driverId', id } as const;
      await eachTripWith(context, 'NO_INICIADO', referred, async (trip) => {
        planned.push(trip.id);
      });
      return planned.length;
    },
);

/**
 * The steps by which a planned trip leaves its driver: the last one of a driver who is BAJA resolves
 * DRIVER_LEFT_WITH_TRIPS. `changed` starts the change again when another trip leaves the driver meanwhile.
 */
export async function leaveDriverSteps(
  context: Context,
  { teamId, driverId, ...trip }: TripRecord,
  changed: (trip: TripRecord) => Error,
): Promise<Step[]> {
  if (trip.status !== 'NO_INICIADO' || driverId === undefined) return [];
  const driver = await getItem(context, driverKey(teamId, driverId));
  if (driver?.left === undefined) return [];
  const { alert, trips } = driver.left;
  const refused = () => changed({ teamId, driverId, ...trip });
  const isLast = trips <= 1;
  const change = isLast ? { remove: ['left'] } : { set: { left: { alert, trips: trips - 1 } } };
  return [
    update(driverKey(teamId, driver.id), change, unchanged(driver, ['left']), refused),
    ...(isLast ? await resolutionSteps(context, teamId, [alert], refused) : []),
  ];
}
