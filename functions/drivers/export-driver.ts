import { driverKey } from '../../shared/fleet/driver';
import { defineOperation } from '../../shared/operation/define';
import { DriverExport, noteExport, readDriverData } from '../../shared/privacy/export-driver';

/** Answers all stored data of a driver, once an hour. Each export is in the audit. */
export const operation = defineOperation({
  id: 'exportDriver',
  summary: 'Export all data of a driver',
  route: 'GET /teams/{teamId}/drivers/{driverId}/export',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'never' },
  output: { status: 200, body: DriverExport },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'EXPORT' },
  uses: { noteExport, readDriverData },
  entity: ({ path }) => driverKey(path.teamId, path.driverId),
  run: async ({ caller, deps, entity: driver }) => {
    await deps.noteExport(caller, driver.id);
    return deps.readDriverData(driver);
  },
});
