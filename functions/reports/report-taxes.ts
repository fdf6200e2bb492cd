import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { DateRangeQuery } from '../../shared/platform/values/calendar';
import { FormatQuery, reportCsvOf } from '../../shared/platform/values/csv';
import { readTaxes } from '../../shared/reports/read-taxes';
import { TAX_BASES, TAX_GROUPS, TaxSummary } from '../../shared/reports/tax-summary';
import { teamKey } from '../../shared/teams/team';

const COLUMNS = [
  ['key', 'clave'],
  ['name', 'nombre'],
  ['documents', 'comprobantes'],
  ['base16', 'base IVA 16 %'],
  ['base8', 'base IVA 8 %'],
  ['base0', 'base IVA 0 %'],
  ['baseExempt', 'base exenta'],
  ['notSubject', 'no objeto de impuesto'],
  ['ivaTransferred16', 'IVA trasladado 16 %'],
  ['ivaTransferred8', 'IVA trasladado 8 %'],
  ['ivaWithheld', 'IVA retenido'],
  ['isrWithheld', 'ISR retenido'],
  ['total', 'importe total'],
] as const;

/**
 * Reports the bases and taxes of the team's documents: by the local day of their stamp (`issued`), or of what was collected by the
 * local day of the payment (`collected`). Credit notes are subtracted; those of money that was collected before, by the day on which
 * the client's credit pays another document. Substituted documents, and test documents of a team that stamps live, do not count.
 * Defaults: the current month, issued, grouped by month.
 */
export const operation = defineOperation({
  id: 'reportTaxes',
  summary: 'Report the taxes of a team',
  route: 'GET /teams/{teamId}/reports/taxes',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'reports:read' },
  input: {
    query: v.object({
      ...DateRangeQuery,
      ...FormatQuery,
      /** issued counts documents by their date of issue; collected counts what was paid of them. */
      basis: v.optional(v.picklist(TAX_BASES), 'issued'),
      /** What a row of the report is. */
      groupBy: v.optional(v.picklist(TAX_GROUPS), 'month'),
    }),
  },
  output: {
    status: 200,
    body: TaxSummary,
    csv: ({ rows }, language) => reportCsvOf(COLUMNS, rows, language),
  },
  errors: [],
  uses: { readTaxes },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: ({ input, deps, entity: team }) => deps.readTaxes(team, input.query),
});
