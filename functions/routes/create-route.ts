import { NewRoute, Route } from '../../shared/domain/routes';
import { defineOperation } from '../../shared/operation/define';
import { createRoute } from '../../shared/store/routes';

/** Registers a route of the team that the body names. */
export const operation = defineOperation({
  id: 'createRoute',
  summary: 'Register a route',
  route: 'POST /routes',
  auth: { pool: 'staff', team: 'body.teamId' },
  input: { body: NewRoute },
  output: { status: 201, body: Route },
  errors: [],
  uses: { createRoute },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createRoute(caller, input.body, once),
});
