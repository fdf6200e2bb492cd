import { defineOperation } from '../../shared/operation/define';
import { Route, RouteChanges, routeKey } from '../../shared/routes/route';
import { editRoute } from '../../shared/routes/routes';

/** Changes a route. Absent fields stay unchanged. */
export const operation = defineOperation({
  id: 'updateRoute',
  summary: 'Change a route',
  route: 'PUT /routes/{id}',
  auth: { pool: 'staff', team: 'query.teamId' },
  input: { body: RouteChanges },
  output: { status: 200, body: Route },
  errors: [],
  uses: { editRoute },
  entity: ({ path, caller }) => routeKey(caller.teamId, path.id),
  run: ({ input, caller, deps, entity }) => deps.editRoute(caller, entity, input.body),
});
