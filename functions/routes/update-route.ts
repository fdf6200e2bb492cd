import { defineOperation } from '../../shared/operation/define';
import { Route, RouteChanges, routeKey } from '../../shared/routes/route';
import { editRoute } from '../../shared/routes/routes';
import { followRoute } from '../../shared/trips/follow-names';

/** Changes a route. Absent fields stay unchanged. Trips that are not finished, and their drafts that no member edited, show a new name. */
export const operation = defineOperation({
  id: 'updateRoute',
  summary: 'Change a route',
  route: 'PUT /routes/{id}',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'routes:write' },
  input: { body: RouteChanges },
  output: { status: 200, body: Route },
  errors: [],
  uses: { editRoute, followRoute },
  entity: ({ path, caller }) => routeKey(caller.teamId, path.id),
  run: async ({ input, caller, deps, entity }) => {
    const route = await deps.editRoute(caller, entity, input.body);
    await deps.followRoute(caller, input.body, route);
    return route;
  },
});
