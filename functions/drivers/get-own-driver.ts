import * as v from 'valibot';
import { Driver } from '../../shared/fleet/driver';
import { activateDriver } from '../../shared/fleet/driver-access';
import { defineOperation } from '../../shared/operation/define';

/**
 * Reads the caller's own record, which the token's claims identify. The first read after the first password changes
 * INVITED to ACTIVE.
 */
export const operation = defineOperation({
  id: 'getOwnDriver',
  summary: 'Read your own driver profile',
  route: 'GET /drivers/me',
  isOfInterface: true,
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  output: { status: 200, body: v.object({ driver: Driver }), version: ({ driver }) => driver.version },
  errors: [],
  uses: { activateDriver },
  run: async ({ caller, deps }) => ({ driver: await deps.activateDriver(caller.record) }),
});
