import { defineOperation } from '../../shared/operation/define';
import { NewRoute, Route } from '../../shared/routes/route';
import { createRoute } from '../../shared/routes/routes';

/** Creates a route in the team that the body names. */
export const operation = defineOperation({
  id: 'createRoute',
  summary: 'Register a route',
  route: 'POST /routes',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'body.teamId', keys: 'routes:write' },
  input: { body: NewRoute },
  output: { status: 201, body: Route },
  errors: ['EXTERNAL_ID_TAKEN'],
  uses: { createRoute },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createRoute(caller, input.body, once),
});
