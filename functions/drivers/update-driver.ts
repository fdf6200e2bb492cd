import * as v from 'valibot';
import { Driver, DriverChanges, driverKey } from '../../shared/fleet/driver';
import { DRIVER_ROLE } from '../../shared/fleet/driver-states';
import { editDriver } from '../../shared/fleet/drivers';
import { changeAccount } from '../../shared/identity/cognito/driver-accounts';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { followDriver } from '../../shared/trips/follow-names';
import { countPlannedTrips, recountLeftTrips } from '../../shared/trips/left-trips';
import { warnOfDriver } from '../../shared/trips/outdated-by-record';

/** Changes a driver. The state table limits changes of the status. BAJA closes the app access at once. */
export const operation = defineOperation({
  id: 'updateDriver',
  summary: 'Change a driver',
  route: 'PUT /drivers/{driverId}',
  auth: { pool: 'staff', team: 'query.teamId', role: DRIVER_ROLE, keys: 'drivers:write' },
  input: { body: DriverChanges },
  output: {
    status: 200,
    body: v.object({ message: Message, driver: Driver }),
    version: ({ driver }) => driver.version,
  },
  errors: ['DRIVER_STATUS', 'CONFLICT', 'PROVIDER_ERROR', 'EXTERNAL_ID_TAKEN'],
  irreversible: { status: ['BAJA'] },
  uses: { editDriver, changeAccount, countPlannedTrips, recountLeftTrips, followDriver, warnOfDriver },
  entity: ({ path, caller }) => driverKey(caller.teamId, path.driverId),
  run: async ({ input, caller, deps, entity, ifMatch }) => {
    const planned = input.body.status === 'BAJA' ? await deps.countPlannedTrips(entity) : 0;
    const written = await deps.editDriver(caller, entity, input.body, planned, ifMatch);
    const edited = input.body.status === 'BAJA' ? await deps.recountLeftTrips(written) : written;
    await deps.followDriver(input.body, edited);
    const driver = await deps.warnOfDriver(edited);
    // Closes the account even if the record says DISABLED already: an earlier BAJA may have been interrupted between
    // the record and the account.
    const isClosed = input.body.status === 'BAJA' && driver.appAccessStatus === 'DISABLED';
    // If this fails, the record already blocks the driver. The client gets an error and repeats the request, which
    // closes the account.
    if (isClosed) await deps.changeAccount(entity, 'DISABLE');
    return { message: { en: 'Driver changed.', es: 'Operador actualizado.' }, driver };
  },
});
