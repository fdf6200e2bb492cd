import * as v from 'valibot';
import { refusalOfDriver, type TokenDriver } from '../fleet/active-driver';
import { driverKey } from '../fleet/driver';
import { assumedPosition, type KnownPosition, knownPosition } from '../fleet/known-position';
import { isOpenFor, isTrusted, MAXIMUM_CLOCK_LEAD_MS, type Ping, type Position, pingInstant } from '../fleet/position';
import { atItsPlace, isOfLeg, type PositionPlace, refusedAtPlace } from '../fleet/position-places';
import { keyInTrack } from '../fleet/track-key';
import { AppError, validationError } from '../platform/errors';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { uuidVersion7 } from '../platform/runtime/uuid';
import { allOf } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { backOff } from '../platform/table/retry';
import { update } from '../platform/table/steps';
import { exchangeOne } from '../platform/table/write';
import { notYourTrip } from './own-trip';
import { tripKey } from './trip';
import { watchLine } from './watch-line';

/**
 * Overwrites the last position of a trip with one conditional write and no read. The position item holds the driver's
 * account and is open while the trip runs and the driver is active. Only a refused write reads more records. A ping
 * that is older than the stored one changes nothing and is not an error.
 */
export const recordPing = capability(
  { table: ['UpdateItem', 'BatchGetItem', 'PutItem'] },
  (context) => async (driver: TokenDriver, tripId: string, ping: Ping) => {
    const now = context.now();
    const timestamp = pingInstant(ping.timestamp, now);
    if (timestamp === undefined) {
      throw validationError('timestamp', {
        en: `The device's clock is more than ${MAXIMUM_CLOCK_LEAD_MS / 60_000} minutes ahead. Correct the clock and send the ping again.`,
        es: `El reloj del dispositivo va adelantado más de ${MAXIMUM_CLOCK_LEAD_MS / 60_000} minutos. Corrija el reloj y vuelva a enviar la posición.`,
      });
    }
    const sent = { driver, tripId, ping: { ...ping, timestamp }, receivedAt: now.toISOString() };
    await atItsPlace(
      (place) => writeAt(context, place, sent),
      async () => {
        throw await reasonFor(context, driver, tripId);
      },
    );
  },
);

interface SentPing {
  readonly driver: TokenDriver;
  readonly tripId: string;
  readonly ping: Ping & { readonly timestamp: string };
  readonly receivedAt: string;
}

/** Whether the stored attributes of a position item name a route with a line. */
const hasLine = (place: PositionPlace, stored: unknown): boolean =>
  typeof stored === 'object' && stored !== null && place.namesOf(['lineOf']).some((name) => name in stored);

async function writeAt(context: Context, place: PositionPlace, sent: SentPing): Promise<void> {
  const { driver, tripId, ping, receivedAt } = sent;
  const { lat, lng, speedKmh, heading, timestamp } = ping;
  const absent = OPTIONAL.filter((field) => ping[field] === undefined);
  const write: WritePing = async ({ leg, trusts, keptSession }) => {
    const lastKey = keyInTrack(leg, idAt(timestamp));
    const key = place.key(driver.teamId, tripId);
    const step = update(
      key,
      {
        set: place.stored({ lat, lng, speedKmh, heading, timestamp, receivedAt, keptSession, lastKey }),
        remove: place.namesOf(absent),
      },
      allOf(trusts, {
        ...isOfLeg(place, driver, leg),
        absentOrAtMost: place.stored({ timestamp, lastKey }),
      }),
      refusedAtPlace((found) => new PingRefused(found)),
    );
    // The old values cost nothing. Only a trip with a line pays for their reading.
    const before = await exchangeOne(context, step, 'ALL_OLD');
    if (!hasLine(place, before)) return;
    const position = v.parse(key.schema, before);
    await watchLine(context, place, { teamId: driver.teamId, before: position, lastKey, positions: [ping] });
  };
  await write(assumedPosition(place, driver)).catch((failure: unknown) =>
    repeat(context, { place, ...sent }, write, failure),
  );
}

const OPTIONAL = ['speedKmh', 'heading'] as const;

/** The identifier that a position of this instant would have. */
const idAt = (timestamp: string): string => uuidVersion7(Math.max(0, Date.parse(timestamp)), new Uint8Array(10));

type WritePing = (known: KnownPosition) => Promise<void>;

class PingRefused extends Error {
  constructor(readonly position: Position) {
    super('The position item refused the ping.');
  }
}

/**
 * Throws the reason of a refused ping. An open position refuses an older ping, which is not an error, one of another
 * leg, and a session that it does not know. The ping of another leg is written again for the present one. If the driver's
 * record does not end the session, the ping is written and enters the session. When sessions end meanwhile, this write
 * is refused and the record is read again.
 */
async function repeat(
  context: Context,
  { place, driver, tripId, ping: { timestamp } }: SentPing & { readonly place: PositionPlace },
  write: WritePing,
  first: unknown,
): Promise<void> {
  let failure = first;
  let assumed = 0;
  for (let tries = 1; ; tries += 1) {
    if (!(failure instanceof PingRefused)) throw failure;
    const { position } = failure;
    if (!isOpenFor(position, driver)) throw await reasonFor(context, driver, tripId);
    if (isTrusted(position, driver) && (position.leg ?? 0) === assumed) return;
    const known = await knownPosition(context, place, driver, position);
    if (position.timestamp !== undefined && position.timestamp > timestamp) return;
    assumed = known.leg;
    try {
      return await write(known);
    } catch (again) {
      failure = again;
    }
    await backOff(context, tries, failure);
  }
}

async function reasonFor(context: Context, driver: TokenDriver, tripId: string): Promise<AppError> {
  const [record, trip] = await getItems(context, [driverKey(driver.teamId, driver.id), tripKey(driver.teamId, tripId)]);
  const refusal = refusalOfDriver(record, driver);
  if (refusal) return refusal;
  if (trip === undefined) return new AppError('NOT_FOUND');
  if (trip.driverId !== driver.id) return notYourTrip();
  return new AppError('TRIP_NOT_IN_PROGRESS');
}
