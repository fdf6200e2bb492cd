import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { ReceivablesReport } from '../../shared/payments/aging';
import { readReceivables } from '../../shared/payments/reports';
import { reportCsvOf } from '../../shared/platform/values/csv';
import { DayOrInstant } from '../../shared/platform/values/fields';
import { PageQuery } from '../../shared/platform/values/pages';
import { teamKey } from '../../shared/teams/team';

const COLUMNS = [
  ['tripId', 'id del viaje'],
  ['clientId', 'id del cliente'],
  ['clientName', 'cliente'],
  ['since', 'desde'],
  ['dueOn', 'vence'],
  ['daysPastDue', 'días de atraso'],
  ['bucket', 'antigüedad'],
  ['revenue', 'ingreso'],
  ['paid', 'pagado'],
  ['balance', 'saldo'],
  ['invoiceId', 'id de la factura'],
  ['uuid', 'folio fiscal'],
  ['total', 'total facturado'],
  ['isEstimate', 'es estimado'],
] as const;

/**
 * Reports the open documents, and the COMPLETADO trips without a document, at the end of a day (default: today), by days
 * past the client's payment terms. With limit or cursor it answers one page of rows with the sums of that page, as of
 * today, and without credits.
 */
export const operation = defineOperation({
  id: 'reportReceivables',
  summary: 'Report the open amounts of a team',
  route: 'GET /teams/{teamId}/reports/receivables',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'reports:read' },
  input: {
    query: v.object({
      ...PageQuery,
      limit: v.optional(PageQuery.limit.wrapped),
      asOf: v.optional(
        v.pipe(
          DayOrInstant,
          v.description(
            'The team’s local day. The report shows the open amounts at its end. It takes back later payments, but no later credit notes, cancellations and substitutions. `credits` are of today.',
          ),
        ),
      ),
    }),
  },
  output: {
    status: 200,
    body: ReceivablesReport,
    csv: ({ receivables }, language) =>
      reportCsvOf(
        COLUMNS,
        receivables.map((one) => ({ ...one, isEstimate: String(one.isEstimate) })),
        language,
      ),
  },
  errors: [],
  uses: { readReceivables },
  entity: ({ path }) => teamKey(path.teamId),
  entityIsCertain: true,
  run: ({ input, deps, entity: team }) => deps.readReceivables(team, input.query),
});
