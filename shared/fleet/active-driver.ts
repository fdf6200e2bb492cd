import type { Context } from '../platform/runtime/context';
import type { GrantedRights } from '../platform/runtime/rights';
import { getItem } from '../platform/table/read';
import { driverIsOut, driverKey, mayWorkAs } from './driver';

export const STANDING_RIGHTS: GrantedRights = { table: ['GetItem'] };

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
export async function refuseDriverWhoIsOut(context: Context, { teamId, id, sub }: TokenDriver): Promise<void> {
  if (!mayWorkAs(await getItem(context, driverKey(teamId, id)), sub)) throw driverIsOut();
}
