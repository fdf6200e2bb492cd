import type { Context } from '../platform/runtime/context';
import type { GrantedPermissions } from '../platform/runtime/permissions';
import { getItem } from '../platform/table/read';
import { driverInactive, driverKey, isActiveAs } from './driver';

export const ACTIVE_DRIVER_PERMISSIONS: GrantedPermissions = { table: ['GetItem'] };

/** A driver, identified by the claims of the token. */
export interface TokenDriver {
  readonly id: string;
  readonly teamId: string;
  readonly sub: string;
}

/**
 * Throws FORBIDDEN for an inactive driver. Runs before any error about the body or the trip is returned. Only requests
 * that fail anyway pay for this read.
 */
export async function assertDriverActive(context: Context, { teamId, id, sub }: TokenDriver): Promise<void> {
  if (!isActiveAs(await getItem(context, driverKey(teamId, id)), sub)) throw driverInactive();
}
