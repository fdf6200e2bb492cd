import type { TokenDriver } from '../fleet/active-driver';
import { driverInactive, driverKey, isActiveAs } from '../fleet/driver';
import { MAXIMUM_CLOCK_LEAD_MS, type Ping, type Position, pingInstant, positionKey } from '../fleet/position';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { getItems } from '../platform/table/read';
import { update } from '../platform/table/steps';
import { writeOne } from '../platform/table/write';
import { notYourTrip } from './move-trip';
import { tripKey } from './trip';

/**
 * Overwrites the last position of a trip: one conditional write, no read. The position item knows its driver's account and is open while
 * the trip runs and the driver may work; only a refusal reads more. An older ping than the stored one changes nothing and is no error.
 */
export const recordPing = capability(
  { table: ['UpdateItem', 'BatchGetItem'] },
  (context) => async (driver: TokenDriver, tripId: string, ping: Ping) => {
    const now = context.now();
    const timestamp = pingInstant(ping.timestamp, now);
    if (timestamp === undefined) {
      throw validationError(
        'timestamp',
        `The device's clock is more than ${MAXIMUM_CLOCK_LEAD_MS / 60_000} minutes ahead. Correct it.`,
      );
    }
    const { lat, lng, speedKmh, heading } = ping;
    const absent = Object.entries({ speedKmh, heading }).flatMap(([attribute, value]) =>
      value === undefined ? [attribute] : [],
    );
    const step = update(
      positionKey(driver.teamId, tripId),
      { set: { lat, lng, speedKmh, heading, timestamp, receivedAt: now.toISOString() }, remove: absent },
      { equals: { driverId: driver.id, sub: driver.sub, isOpen: true }, absentOrAtMost: { timestamp } },
      (found) => new PingRefused(found),
    );
    await writeOne(context, step).catch(async (failure: unknown) => {
      if (!(failure instanceof PingRefused)) throw failure;
      if (!isOlderPing(failure.position, driver)) throw await reasonFor(context, driver, tripId);
    });
  },
);

class PingRefused extends Error {
  constructor(readonly position: Position | undefined) {
    super('The position item refused the ping.');
  }
}

/** Everything but the instant was right: what was refused is a ping that came late. */
const isOlderPing = (position: Position | undefined, { id, sub }: TokenDriver): boolean =>
  position?.isOpen === true && position.driverId === id && position.sub === sub;

async function reasonFor(context: Context, driver: TokenDriver, tripId: string): Promise<AppError> {
  const [record, trip] = await getItems(context, [driverKey(driver.teamId, driver.id), tripKey(driver.teamId, tripId)]);
  if (!isActiveAs(record, driver.sub)) return driverInactive();
  if (trip === undefined) return new AppError('NOT_FOUND');
  if (trip.driverId !== driver.id) return notYourTrip();
  return new AppError('TRIP_NOT_IN_PROGRESS');
}
