import { driverKey } from '../../shared/fleet/driver';
import { Hours, HoursQuery, hoursCsv } from '../../shared/hours/hours-answer';
import { defineOperation } from '../../shared/operation/define';
import { readHours } from '../../shared/trips/read-hours';

/** Reads a driver’s working time of at most 31 days, as the driver reads it. */
export const operation = defineOperation({
  id: 'getDriverHours',
  summary: 'Read the working time of a driver',
  description:
    'A record of support (registro de apoyo). The intervals come from positions, stops and the reports of the driver’s app (DUTY). A trip under way is counted up to now. Accept `text/csv` for a table.',
  route: 'GET /teams/{teamId}/drivers/{driverId}/hours',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'drivers:read' },
  input: { query: HoursQuery },
  output: { status: 200, body: Hours, csv: hoursCsv },
  errors: [],
  uses: { readHours },
  entity: ({ path }) => driverKey(path.teamId, path.driverId),
  run: ({ input, deps, entity: driver }) => deps.readHours(driver, input.query),
});
