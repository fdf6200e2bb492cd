import { defineOperation } from '../../shared/operation/define';
import { DriverExport, readDriverData } from '../../shared/privacy/export-driver';
import { countExport } from '../../shared/privacy/export-limit';

/** Answers all stored data of the calling driver, once an hour. */
export const operation = defineOperation({
  id: 'exportOwnDriver',
  summary: 'Export all your data as a driver',
  route: 'GET /drivers/me/export',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  output: { status: 200, body: DriverExport },
  errors: ['TOO_MANY_REQUESTS'],
  securityEvent: { of: 'EXPORT' },
  uses: { countExport, readDriverData },
  run: async ({ caller, deps }) => {
    await deps.countExport(caller.id);
    return deps.readDriverData(caller.record);
  },
});
