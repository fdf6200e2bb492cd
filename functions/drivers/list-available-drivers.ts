import * as v from 'valibot';
import { Driver } from '../../shared/fleet/driver';
import { listAvailableDrivers } from '../../shared/fleet/drivers';
import { defineOperation } from '../../shared/operation/define';

/** Lists all drivers that are DISPONIBLE. The interface gives this list neither pages nor a count. */
export const operation = defineOperation({
  id: 'listAvailableDrivers',
  summary: 'List the drivers that are available',
  route: 'GET /teams/{teamId}/drivers/available',
  auth: { pool: 'staff', team: 'path.teamId' },
  output: { status: 200, body: v.object({ drivers: v.array(Driver) }) },
  errors: [],
  uses: { listAvailableDrivers },
  run: async ({ caller, deps }) => ({ drivers: await deps.listAvailableDrivers(caller.teamId) }),
});
