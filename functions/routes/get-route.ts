import { defineOperation } from '../../shared/operation/define';
import { Route, routeKey } from '../../shared/routes/route';

/** Reads a route of the team. */
export const operation = defineOperation({
  id: 'getRoute',
  summary: 'Read a route',
  route: 'GET /routes/{id}',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'routes:read' },
  output: { status: 200, body: Route },
  errors: [],
  uses: {},
  entity: ({ path, caller }) => routeKey(caller.teamId, path.id),
  run: async ({ entity }) => entity,
});
