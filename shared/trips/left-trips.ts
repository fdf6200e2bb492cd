import { alertSteps, notedResolutionSteps, resolutionSteps } from '../alerts/alerts';
import { type DriverRecord, driverKey } from '../fleet/driver';
import { AppError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { withNextVersion } from '../platform/table/version';
import { eachTripWith } from './follow-names';
import type { TripRecord } from './trip';

/** The number of planned trips of a driver. */
export const countPlannedTrips = capability(
  { table: ['BatchGetItem'], gsi1: ['Query'] },
  (context) =>
    (driver: DriverRecord): Promise<number> =>
      plannedTripsOf(context, driver),
);

async function plannedTripsOf(context: Context, { teamId, id }: DriverRecord): Promise<number> {
  let planned = 0;
  await eachTripWith(context, 'NO_INICIADO', { teamId, field: 'driverId', id }, async ({ status }) => {
    if (status === 'NO_INICIADO') planned += 1;
  });
  return planned;
}

/**
 * Counts the planned trips of a driver who is BAJA by now, and corrects what the record says of them. Between the count before that and the
 * write a trip may have left the driver, or come. From BAJA on no trip comes, and each one that leaves is counted. Returns the driver as it is stored then.
 */
export const recountLeftTrips = capability(
  { table: ['BatchGetItem', 'UpdateItem', 'PutItem'], gsi1: ['Query'] },
  (context) =>
    (after: DriverRecord): Promise<DriverRecord> =>
      retryOnConflict(context, after, async (driver, changed) => {
        const { teamId, id: entityId, left } = driver;
        const trips = await plannedTripsOf(context, driver);
        if (driver.status !== 'BAJA' || trips === (left?.trips ?? 0)) return driver;
        const alert = left?.alert ?? context.newId();
        const refused = (found: DriverRecord | undefined) => (found ? changed(found) : new AppError('NOT_FOUND'));
        const change = trips === 0 ? { remove: ['left'] } : { set: { left: { alert, trips } } };
        await transact(context, [
          update(driverKey(teamId, entityId), change, unchanged(driver, ['status', 'left']), refused),
          ...(left ? [] : alertSteps(context, teamId, { type: 'DRIVER_LEFT_WITH_TRIPS', entityId }, alert)),
          ...(trips === 0 ? await notedResolutionSteps(context, teamId, [alert], () => changed(driver)) : []),
        ]);
        return withNextVersion({ ...driver, left: change.set?.left });
      }),
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
