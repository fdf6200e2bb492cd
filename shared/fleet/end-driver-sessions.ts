import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { allOf, unchanged } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { retryOnConflict } from '../platform/table/retry-on-conflict';
import { type Step, update } from '../platform/table/steps';
import { transact } from '../platform/table/transact';
import { writeOne } from '../platform/table/write';
import { endOfSessions } from '../platform/values/session-limits';
import type { TokenDriver } from './active-driver';
import { type DriverRecord, driverInactive, driverKey, isActiveAs } from './driver';
import { atItsPlace, distrustStep, noPosition, type PositionPlace } from './position-places';

/**
 * Ends all sessions of a driver whose password was proven. Returns the instant before which sessions are over. Throws
 * FORBIDDEN when the access is closed.
 */
export const endDriverSessions = capability(
  { table: ['GetItem', 'UpdateItem'] },
  (context) =>
    async ({ teamId, id, sub }: Pick<TokenDriver, 'teamId' | 'id' | 'sub'>): Promise<string> => {
      const read = await getItem(context, driverKey(teamId, id));
      if (read === undefined) throw driverInactive();
      return retryOnConflict(context, read, async (driver, changed) => {
        if (!isActiveAs(driver, sub)) throw driverInactive();
        const sessionsValidFrom = endOfSessions(context.now());
        const step = update(
          driverKey(teamId, id),
          { set: { sessionsValidFrom }, remove: ['keptSession', 'endedSessions'] },
          // A trip that starts or ends meanwhile would keep a position without the limit.
          allOf({ equals: { sub } }, unchanged(driver, ['tripId'])),
          (found) => (found ? changed(found) : driverInactive()),
        );
        await writeWithPosition(context, driver, step);
        return sessionsValidFrom;
      });
    },
);

/**
 * Writes the end of a driver's sessions. While the driver is on a trip, it is one transaction with the position, because
 * pings do not read the record. The step must hold `tripId` of the record.
 */
export async function writeWithPosition(
  context: Context,
  { teamId, id: driverId, tripId }: DriverRecord,
  step: Step,
): Promise<void> {
  if (tripId === undefined) return writeOne(context, step);
  const write = (place: PositionPlace) =>
    transact(context, [step, distrustStep(context, place, { teamId, driverId, tripId })]);
  return atItsPlace(write, noPosition);
}
