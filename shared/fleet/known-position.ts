import type { Context } from '../platform/runtime/context';
import type { Condition } from '../platform/table/expression';
import { getItems } from '../platform/table/read';
import { refusalOfDriver, type TokenDriver } from './active-driver';
import { driverKey } from './driver';
import { isTrusted, type Position } from './position';
import type { PositionPlace } from './position-places';

/** What the write of a position knows or assumes of the position item. */
export interface KnownPosition {
  readonly leg: number;
  /** Holds of an item that takes positions of the session. */
  readonly trusts: Condition;
  /** The session that enters the item. */
  readonly keptSession?: string | undefined;
  /** The item as the last refusal showed it. */
  readonly found?: Position;
}

/** Assumed at first: no relay, and a session that the item knows. This saves a read. */
export const assumedPosition = (place: PositionPlace, driver: TokenDriver): KnownPosition => ({
  leg: 0,
  trusts: place.trusts(driver),
});

/**
 * What a refusal tells of the item. When the item does not know the session, the driver's record is read: it ends the
 * session, or the session enters the item.
 */
export async function knownPosition(
  context: Context,
  place: PositionPlace,
  driver: TokenDriver,
  found: Position,
): Promise<KnownPosition> {
  const { leg = 0, sessionsValidFrom } = found;
  if (isTrusted(found, driver)) return { leg, found, trusts: place.trusts(driver) };
  const [record] = await getItems(context, [driverKey(driver.teamId, driver.id)]);
  const refusal = refusalOfDriver(record, driver);
  if (refusal) throw refusal;
  // When sessions end meanwhile, the write is refused and the record is read again.
  const trusts = { equals: place.stored({ sessionsValidFrom }) };
  return { leg, found, trusts, keptSession: driver.sessionId || undefined };
}
