import * as v from 'valibot';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { searchQuery } from '../../shared/platform/table/search-query';
import { listOf, PageQuery } from '../../shared/platform/values/pages';
import { RoutePoint } from '../../shared/routes/route-point';
import { listRoutePoints } from '../../shared/routes/route-points';

/**
 * Lists the places where the routes of a team stop, newest first, or by name with `sort=name`. `q` finds the beginnings of words of name,
 * municipality and address, in the alphabetical order of the words found. Of a long address only the first words find the place.
 */
export const operation = defineOperation({
  id: 'listRoutePoints',
  summary: 'List the route points of a team',
  route: 'GET /route-points',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'route-points:read' },
  input: { query: v.object({ ...PageQuery, ...searchQuery('name') }) },
  output: listAnswer(listOf('routePoints', RoutePoint)),
  errors: [],
  uses: { listRoutePoints },
  run: async ({ input, caller, deps }) => {
    const { records: routePoints, ...page } = await deps.listRoutePoints(caller.teamId, input.query, input.query);
    return { routePoints, ...page };
  },
});
