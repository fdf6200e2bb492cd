import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';

/** Says that the gateway reaches its functions. It asks nothing of the table: a probe must not cost, nor fail with, what it probes for. */
export const operation = defineOperation({
  id: 'getHealth',
  summary: 'Tell that the service answers',
  route: 'GET /health',
  auth: 'public',
  output: { status: 200, body: v.object({ status: v.picklist(['ok']) }) },
  errors: [],
  uses: {},
  run: async () => ({ status: 'ok' as const }),
});
