import * as v from 'valibot';
import { Driver, driverKey } from '../../shared/fleet/driver';
import { driverFor } from '../../shared/fleet/driver-privacy';
import { defineOperation } from '../../shared/operation/define';

/**
 * Reads a driver of the team. Only administrators read all fields: for other members `salary` and `address` are left out,
 * and `curp`, `birthDate`, `bloodType` and `allergies` are null.
 */
export const operation = defineOperation({
  id: 'getDriver',
  summary: 'Read a driver',
  route: 'GET /teams/{teamId}/drivers/{driverId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'drivers:read' },
  output: { status: 200, body: v.object({ driver: Driver }), version: ({ driver }) => driver.version },
  errors: [],
  uses: {},
  entity: ({ path }) => driverKey(path.teamId, path.driverId),
  run: async ({ caller, entity }) => ({ driver: driverFor(caller.role, entity) }),
});
