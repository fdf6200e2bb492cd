import { openHoursPdf } from '../../shared/files/open-hours-pdf';
import { Hours, HoursQuery, hoursCsv } from '../../shared/hours/hours-answer';
import { defineOperation } from '../../shared/operation/define';
import { readHours } from '../../shared/trips/read-hours';

/** Reads the caller’s working time of at most 31 days: what was recorded, the corrections, and the limits of driving. */
export const operation = defineOperation({
  id: 'getOwnHours',
  summary: 'Read your working time',
  description:
    'A record of support (registro de apoyo). The intervals come from positions, stops and the reports of the app (DUTY). A trip under way is counted up to now. Accept `text/csv` for a table. With `Accept: application/pdf` the answer leads to a PDF in Spanish to print or to show at an inspection, which was made from this record; its address is valid for 900 seconds.',
  route: 'GET /drivers/me/hours',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { query: HoursQuery },
  output: { status: 200, body: Hours, csv: hoursCsv, orLeadsTo: 'application/pdf' },
  errors: [],
  uses: { readHours, openHoursPdf },
  run: async ({ input, caller, deps, request }) => {
    const hours = await deps.readHours(caller.record, input.query);
    return request.prefers('application/pdf') ? deps.openHoursPdf(caller.record, hours) : hours;
  },
});
