import { openHoursPdf } from '../../shared/files/open-hours-pdf';
import { driverKey } from '../../shared/fleet/driver';
import { Hours, HoursQuery, hoursCsv } from '../../shared/hours/hours-answer';
import { defineOperation } from '../../shared/operation/define';
import { readHours } from '../../shared/trips/read-hours';

/** Reads a driver’s working time of at most 31 days, as the driver reads it. */
export const operation = defineOperation({
  id: 'getDriverHours',
  summary: 'Read the working time of a driver',
  description:
    'A record of support (registro de apoyo). The intervals come from positions, stops and the reports of the driver’s app (DUTY). A trip under way is counted up to now. Accept `text/csv` for a table. With `Accept: application/pdf` the answer leads to a PDF in Spanish to print or to show at an inspection, which was made from this record; its address is valid for 900 seconds.',
  route: 'GET /teams/{teamId}/drivers/{driverId}/hours',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'drivers:read' },
  input: { query: HoursQuery },
  output: { status: 200, body: Hours, csv: hoursCsv, orLeadsTo: 'application/pdf' },
  errors: [],
  uses: { readHours, openHoursPdf },
  entity: ({ path }) => driverKey(path.teamId, path.driverId),
  run: async ({ input, deps, entity: driver, request }) => {
    const hours = await deps.readHours(driver, input.query);
    return request.prefers('application/pdf') ? deps.openHoursPdf(driver, hours) : hours;
  },
});
