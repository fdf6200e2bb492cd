import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { searchQuery } from '../../shared/platform/table/search-query';
import { Uuid } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { BooleanText, Route } from '../../shared/routes/route';
import { listRoutes } from '../../shared/routes/routes';

/**
 * Lists the routes of a team, newest first, or by name with `sort=name`. `q` finds the beginnings of words of the name and of the stops, in
 * the alphabetical order of the words found. Of many stops only the first words find the route. A page under `q`, `sort=name` or a filter can be short and have a cursor.
 */
export const operation = defineOperation({
  id: 'listRoutes',
  summary: 'List the routes of a team',
  route: 'GET /routes',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'routes:read' },
  input: {
    query: v.object({
      ...PageQuery,
      clientId: v.optional(Uuid),
      /** Only routes that are offered for new trips (true), or only those that are not (false). */
      isActive: v.optional(BooleanText),
      ...searchQuery('name'),
    }),
  },
  output: listAnswer(listOf('routes', Route)),
  errors: [],
  uses: { listRoutes },
  run: async ({ input, caller, deps }) => {
    const { records: routes, ...page } = await deps.listRoutes(caller.teamId, input.query, input.query);
    return { routes, ...page };
  },
});
