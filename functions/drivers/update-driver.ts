import * as v from 'valibot';
import { Driver, DriverChanges } from '../../shared/domain/drivers';
import { Uuid } from '../../shared/domain/fields';
import { defineOperation } from '../../shared/operation/define';
import { editDriver } from '../../shared/store/drivers';
import { driverKey } from '../../shared/store/keys';

/** Changes a driver. The status moves as the table of states says; BAJA closes the app access at once. */
export const operation = defineOperation({
  id: 'updateDriver',
  summary: 'Change a driver',
  route: 'PUT /drivers/{driverId}',
  auth: { pool: 'staff', team: 'query.teamId', role: 'ADMIN' },
  input: { query: v.object({ teamId: Uuid }), body: DriverChanges },
  output: { status: 200, body: v.object({ message: v.string(), driver: Driver }) },
  errors: ['DRIVER_STATUS'],
  uses: { editDriver },
  entity: ({ path, caller }) => driverKey(caller.teamId, path.driverId),
  run: async ({ input, caller, deps, entity }) => ({
    message: 'Driver changed.',
    driver: await deps.editDriver(caller, entity, input.body),
  }),
});
