import { defineOperation } from '../../shared/operation/define';
import { routeKey } from '../../shared/routes/route';
import { RouteLineAnswer, RouteLineBody, shownLine } from '../../shared/routes/route-line';
import { followLine } from '../../shared/trips/follow-names';
import { setRouteLine } from '../../shared/trips/set-route-line';

/** Sets the line of a route, or removes it, and tells the trips that have not begun. */
export const operation = defineOperation({
  id: 'setRouteLine',
  summary: 'Set the line of a route',
  description:
    'Send a polyline, or a finished trip of the route, whose track is thinned to at most 200 points. A trip that starts later raises TRIP_OFF_ROUTE when its truck leaves the line. A trip under way follows a new line within half an hour, unless its route had none when it started.',
  route: 'PUT /teams/{teamId}/routes/{routeId}/line',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'routes:write' },
  input: { body: RouteLineBody },
  output: { status: 200, body: RouteLineAnswer },
  errors: [],
  uses: { setRouteLine, followLine },
  entity: ({ path }) => routeKey(path.teamId, path.routeId),
  run: async ({ input, caller, deps, entity: route }) => {
    const line = await deps.setRouteLine(caller, route, input.body);
    await deps.followLine(route, line !== undefined);
    return shownLine(route.id, line);
  },
});
