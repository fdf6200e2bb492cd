import * as v from 'valibot';
import { clientKey } from '../../shared/clients/client';
import { defineOperation } from '../../shared/operation/define';
import { DateRangeQuery } from '../../shared/platform/values/calendar';
import { FormatQuery, reportCsvOf } from '../../shared/platform/values/csv';
import { readStatement } from '../../shared/reports/read-statement';
import { Statement } from '../../shared/reports/statement';

const COLUMNS = [
  ['at', 'fecha'],
  ['kind', 'movimiento'],
  ['id', 'id del movimiento'],
  ['uuid', 'folio fiscal'],
  ['folio', 'serie y folio'],
  ['tripId', 'id del viaje'],
  ['charge', 'cargo'],
  ['payment', 'abono'],
  ['balance', 'saldo'],
  ['day', 'día local'],
] as const;

/**
 * Reads the statement of account of a client: the balance before the range, each document, collection, void and
 * cancellation in it, and the balance at its end. A substituted document ends when its substitute begins. Default: the current month.
 */
export const operation = defineOperation({
  id: 'readStatement',
  summary: 'Read the statement of account of a client',
  route: 'GET /clients/{id}/statement',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'clients:read' },
  input: { query: v.object({ ...DateRangeQuery, ...FormatQuery }) },
  output: {
    status: 200,
    body: Statement,
    csv: ({ entries }, language) => reportCsvOf(COLUMNS, entries, language),
  },
  errors: [],
  uses: { readStatement },
  entity: ({ path, caller }) => clientKey(caller.teamId, path.id),
  run: ({ input, caller, deps, entity: client }) => deps.readStatement(caller.teamId, client, input.query),
});
