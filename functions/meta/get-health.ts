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
    body: v.object({
      /** The function and its configuration work. */
      status: v.picklist(['ok']),
      /** The SAT’s catalogues that this release has. */
      catalogues: v.object({
        /**
         * The day on which the catalogues were taken from the SAT.
         * @example 2026-10-29
         */
        date: v.pipe(v.string(), v.isoDate()),
      }),
    }),
  },
  errors: [],
  uses: {},
  run: async () => ({ status: 'ok' as const, catalogues: { date } }),
});
