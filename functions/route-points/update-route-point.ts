import { defineOperation } from '../../shared/operation/define';
import { RoutePoint, RoutePointChanges, routePointKey } from '../../shared/routes/route-point';
import { editRoutePoint } from '../../shared/routes/route-points';

/** Changes a route point. Absent fields stay unchanged. */
export const operation = defineOperation({
  id: 'updateRoutePoint',
  summary: 'Change a route point',
  route: 'PUT /route-points/{id}',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'route-points:write' },
  input: { body: RoutePointChanges },
  output: { status: 200, body: RoutePoint },
  errors: [],
  uses: { editRoutePoint },
  entity: ({ path, caller }) => routePointKey(caller.teamId, path.id),
  run: ({ input, caller, deps, entity }) => deps.editRoutePoint(caller, entity, input.body),
});
