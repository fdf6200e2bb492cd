import * as v from 'valibot';
import { Driver } from '../../shared/fleet/driver';
import { driverFor } from '../../shared/fleet/driver-privacy';
import { listAvailableDrivers } from '../../shared/fleet/drivers';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';

/**
 * Lists all drivers that are DISPONIBLE. The list has neither pages nor a count. Only
 * administrators read all fields: for other members `salary` and `address` are left out, and `curp`, `birthDate`,
 * `bloodType` and `allergies` are null.
 */
export const operation = defineOperation({
  id: 'listAvailableDrivers',
  summary: 'List the drivers that are available',
  route: 'GET /teams/{teamId}/drivers/available',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'path.teamId', keys: 'drivers:read' },
  output: listAnswer(v.object({ drivers: v.array(Driver) })),
  errors: [],
  uses: { listAvailableDrivers },
  run: async ({ caller, deps }) => {
    const drivers = await deps.listAvailableDrivers(caller.teamId);
    return { drivers: drivers.map((driver) => driverFor(caller.role, driver)) };
  },
});
