import * as v from 'valibot';
import { date } from '../../shared/carta-porte/sat/date.json';
import { defineOperation } from '../../shared/operation/define';

/**
 * Confirms that the gateway reaches its functions, and says of which day the SAT's catalogues are. It does not read the
 * table, so that a probe costs nothing and does not fail with the table.
 */
export const operation = defineOperation({
  id: 'getHealth',
  summary: 'Check that the service answers',
  route: 'GET /health',
  auth: 'public',
  output: {
    status: 200,
    body: v.object({ status: v.picklist(['ok']), catalogues: v.object({ date: v.pipe(v.string(), v.isoDate()) }) }),
  },
  errors: [],
  uses: {},
  run: async () => ({ status: 'ok' as const, catalogues: { date } }),
});
