import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { BooleanText, Route } from '../../shared/routes/route';
import { listRoutes } from '../../shared/routes/routes';

/** Lists the routes of a team, newest first. */
export const operation = defineOperation({
  id: 'listRoutes',
  summary: 'List the routes of a team',
  route: 'GET /routes',
  auth: { pool: 'staff', team: 'query.teamId' },
  input: {
    query: v.object({
      ...PageQuery,
      clientId: v.optional(Uuid),
      /** Only routes that are offered for new trips (true), or only those that are not (false). */
      isActive: v.optional(BooleanText),
    }),
  },
  output: { status: 200, body: listOf('routes', Route) },
  errors: [],
  uses: { listRoutes },
  run: async ({ input, caller, deps }) => {
    const { records: routes, ...page } = await deps.listRoutes(caller.teamId, input.query, input.query);
    return { routes, ...page };
  },
});
