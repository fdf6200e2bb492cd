import * as v from 'valibot';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { routePointKey } from '../../shared/routes/route-point';
import { removeRoutePoint } from '../../shared/routes/route-points';

/** Deletes a route point. Routes with this stop keep its name and address. */
export const operation = defineOperation({
  id: 'deleteRoutePoint',
  summary: 'Delete a route point',
  route: 'DELETE /route-points/{id}',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'route-points:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: [],
  irreversible: true,
  uses: { removeRoutePoint },
  entity: ({ path, caller }) => routePointKey(caller.teamId, path.id),
  run: async ({ caller, deps, entity }) => {
    await deps.removeRoutePoint(caller, entity);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
