import { defineOperation } from '../../shared/operation/define';
import { RoutePoint, routePointKey } from '../../shared/routes/route-point';

/** Reads a route point of the team. */
export const operation = defineOperation({
  id: 'getRoutePoint',
  summary: 'Read a route point',
  route: 'GET /route-points/{id}',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'route-points:read' },
  output: { status: 200, body: RoutePoint },
  errors: [],
  uses: {},
  entity: ({ path, caller }) => routePointKey(caller.teamId, path.id),
  run: async ({ entity }) => entity,
});
