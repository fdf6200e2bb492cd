import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { INCOME_GROUPS, IncomeReport } from '../../shared/payments/income';
import { readIncome } from '../../shared/payments/reports';
import { DateRangeQuery } from '../../shared/platform/values/calendar';
import { reportCsvOf } from '../../shared/platform/values/csv';
import { teamKey } from '../../shared/teams/team';

const COLUMNS = [
  ['key', 'clave'],
  ['name', 'nombre'],
  ['payments', 'pagos'],
  ['total', 'total cobrado'],
] as const;

/** Reports the collected payments by date in the team's time zone. Defaults: the current month, grouped by month. */
export const operation = defineOperation({
  id: 'reportIncome',
  summary: 'Report the income of a team',
  route: 'GET /teams/{teamId}/reports/income',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'reports:read' },
  input: {
    query: v.object({
      ...DateRangeQuery,
      /** What a group of the report is. */
      groupBy: v.optional(v.picklist(INCOME_GROUPS), 'month'),
    }),
  },
  output: {
    status: 200,
    body: IncomeReport,
    csv: ({ groups }, language) => reportCsvOf(COLUMNS, groups, language),
  },
  errors: [],
  uses: { readIncome },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: ({ input, deps, entity: team }) => deps.readIncome(team, input.query),
});
