import { AppError } from '../platform/errors';
import type { Context } from '../platform/runtime/context';
import type { GrantedPermissions } from '../platform/runtime/permissions';
import type { Condition } from '../platform/table/expression';
import { getItem } from '../platform/table/read';
import { isSessionOver, MOST_ENDED_SESSIONS, type SessionProof } from '../platform/values/session-limits';
import { type DriverRecord, driverInactive, driverKey, isActiveAs } from './driver';

export const ACTIVE_DRIVER_PERMISSIONS: GrantedPermissions = { table: ['GetItem'], tableKeys: ['TEAM#'] };

/** A driver, identified by the claims of the token. */
export interface TokenDriver extends SessionProof {
  readonly id: string;
  readonly teamId: string;
  readonly sub: string;
}

/** FORBIDDEN for an inactive driver, UNAUTHENTICATED for an ended session, else undefined. */
export function refusalOfDriver(record: DriverRecord | undefined, driver: TokenDriver): AppError | undefined {
  if (record === undefined || !isActiveAs(record, driver.sub)) return driverInactive();
  return isSessionOver(driver, record) ? new AppError('UNAUTHENTICATED') : undefined;
}

/**
 * Throws the refusal of an inactive driver or an ended session. Runs before any error about the body or the trip is
 * returned. Only requests that fail anyway pay for this read.
 */
export async function assertDriverActive(context: Context, driver: TokenDriver): Promise<void> {
  const refusal = refusalOfDriver(await getItem(context, driverKey(driver.teamId, driver.id)), driver);
  if (refusal) throw refusal;
}

/** Holds of a driver's record whose limits do not end the session: `isSessionOver` as a condition of a write. */
export const sessionGoesOn = ({ signedInAt, sessionId }: SessionProof): Condition => ({
  ...sessionIsTrusted({ signedInAt, sessionId }),
  noneWith: { endedSessions: { field: 'id', value: sessionId, most: MOST_ENDED_SESSIONS } },
});

/** Holds of a position item that takes the session's positions without a look at the driver's record. */
export const sessionIsTrusted = ({ signedInAt, sessionId }: SessionProof): Condition => ({
  atMostUnless: { sessionsValidFrom: { bound: signedInAt, unless: { attribute: 'keptSession', is: sessionId } } },
});
