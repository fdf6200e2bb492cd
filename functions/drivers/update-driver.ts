import * as v from 'valibot';
import { Driver, DriverChanges, driverKey } from '../../shared/fleet/driver';
import { DRIVER_ROLE } from '../../shared/fleet/driver-states';
import { editDriver } from '../../shared/fleet/drivers';
import { changeAccount } from '../../shared/identity/cognito/driver-accounts';
import { defineOperation } from '../../shared/operation/define';

/** Changes a driver. The status moves as the table of states says; BAJA closes the app access at once. */
export const operation = defineOperation({
  id: 'updateDriver',
  summary: 'Change a driver',
  route: 'PUT /drivers/{driverId}',
  auth: { pool: 'staff', team: 'query.teamId', role: DRIVER_ROLE },
  input: { body: DriverChanges },
  output: { status: 200, body: v.object({ message: v.string(), driver: Driver }) },
  errors: ['DRIVER_STATUS', 'CONFLICT', 'PROVIDER_ERROR'],
  uses: { editDriver, changeAccount },
  entity: ({ path, caller }) => driverKey(caller.teamId, path.driverId),
  run: async ({ input, caller, deps, entity }) => {
    const driver = await deps.editDriver(caller, entity, input.body);
    // Also where the access was closed before: an earlier BAJA may have been cut off between the record and the account.
    const isClosed = input.body.status === 'BAJA' && driver.appAccessStatus === 'DISABLED';
    // When this fails the record keeps the driver out already; who is told sends it again, and the account follows.
    if (isClosed) await deps.changeAccount(entity, 'DISABLE');
    return { message: 'Driver changed.', driver };
  },
});
