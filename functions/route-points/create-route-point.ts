import { defineOperation } from '../../shared/operation/define';
import { NewRoutePoint, RoutePoint } from '../../shared/routes/route-point';
import { createRoutePoint } from '../../shared/routes/route-points';

/** Creates a route point in the team that the body names. */
export const operation = defineOperation({
  id: 'createRoutePoint',
  summary: 'Register a route point',
  route: 'POST /route-points',
  auth: { pool: 'staff', team: 'body.teamId', keys: 'route-points:write' },
  input: { body: NewRoutePoint },
  output: { status: 201, body: RoutePoint },
  errors: ['EXTERNAL_ID_TAKEN'],
  uses: { createRoutePoint },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createRoutePoint(caller, input.body, once),
});
