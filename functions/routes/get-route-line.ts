import { defineOperation } from '../../shared/operation/define';
import { readRouteLine } from '../../shared/routes/read-route-line';
import { routeKey } from '../../shared/routes/route';
import { RouteLineAnswer, shownLine } from '../../shared/routes/route-line';

/** Reads the line of a route. A route without one answers `polyline: null`. */
export const operation = defineOperation({
  id: 'getRouteLine',
  summary: 'Read the line of a route',
  description: 'The line is the road that a truck of the route takes. A truck that leaves it raises TRIP_OFF_ROUTE.',
  route: 'GET /teams/{teamId}/routes/{routeId}/line',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'routes:read' },
  output: { status: 200, body: RouteLineAnswer },
  errors: [],
  uses: { readRouteLine },
  entity: ({ path }) => routeKey(path.teamId, path.routeId),
  run: async ({ deps, entity: route }) => shownLine(route.id, await deps.readRouteLine(route)),
});
