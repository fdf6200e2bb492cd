import type { Context } from '../platform/runtime/context';
import type { GrantedPermissions } from '../platform/runtime/permissions';
import { getItem } from '../platform/table/read';
import { driverInactive, driverKey, isActiveAs } from './driver';

export const ACTIVE_DRIVER_PERMISSIONS: GrantedPermissions = { table: ['GetItem'] };

/** A driver by the claims of the token. */
export interface TokenDriver {
  readonly id: string;
  readonly teamId: string;
  readonly sub: string;
}

/**
 * Tells a driver who is out so before anything about the body or the trip is told, where no read has told
 * it before: only a request that is refused anyway pays for it.
 */
export async function assertDriverActive(context: Context, { teamId, id, sub }: TokenDriver): Promise<void> {
  if (!isActiveAs(await getItem(context, driverKey(teamId, id)), sub)) throw driverInactive();
}
