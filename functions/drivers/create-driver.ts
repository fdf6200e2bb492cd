import * as v from 'valibot';
import { Driver, DriverFields } from '../../shared/fleet/driver';
import { createDriver } from '../../shared/fleet/drivers';
import { defineOperation } from '../../shared/operation/define';

/** Creates a driver. POST …/drivers/{driverId}/access creates the account for the mobile app. */
export const operation = defineOperation({
  id: 'createDriver',
  summary: 'Register a driver',
  route: 'POST /teams/{teamId}/drivers',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'drivers:write' },
  input: { body: DriverFields },
  output: { status: 201, body: v.object({ driver: Driver }), version: ({ driver }) => driver.version },
  errors: ['EXTERNAL_ID_TAKEN'],
  uses: { createDriver },
  idempotencyKey: true,
  run: async ({ input, caller, deps, once }) => ({ driver: await deps.createDriver(caller, input.body, once) }),
});
