import * as v from 'valibot';
import { Driver, driverKey } from '../../shared/fleet/driver';
import { defineOperation } from '../../shared/operation/define';

/** Reads a driver of the team. */
export const operation = defineOperation({
  id: 'getDriver',
  summary: 'Read a driver',
  route: 'GET /teams/{teamId}/drivers/{driverId}',
  auth: { pool: 'staff', team: 'path.teamId' },
  output: { status: 200, body: v.object({ driver: Driver }) },
  errors: [],
  uses: {},
  entity: ({ path }) => driverKey(path.teamId, path.driverId),
  run: async ({ entity: driver }) => ({ driver }),
});
