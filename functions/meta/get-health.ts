import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';

/**
 * Confirms that the gateway reaches its functions. It does not read the table, so that a probe costs nothing and does
 * not fail with the table.
 */
export const operation = defineOperation({
  id: 'getHealth',
  summary: 'Check that the service answers',
  route: 'GET /health',
  auth: 'public',
  output: { status: 200, body: v.object({ status: v.picklist(['ok']) }) },
  errors: [],
  uses: {},
  run: async () => ({ status: 'ok' as const }),
});
