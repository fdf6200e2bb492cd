import * as v from 'valibot';
import { removeRoute } from '../../shared/deletion/delete-records';
import { refuseUsed } from '../../shared/deletion/references';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';
import { routeKey } from '../../shared/routes/route';

/** Deletes a route that was entered by mistake: no trip and no file names it. */
export const operation = defineOperation({
  id: 'deleteRoute',
  summary: 'Delete a route',
  route: 'DELETE /routes/{id}',
  auth: { pool: 'staff', team: 'query.teamId', role: 'ADMIN', keys: 'routes:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['IN_USE', 'CONFLICT'],
  irreversible: true,
  uses: { refuseUsed, removeRoute },
  entity: ({ path, caller }) => routeKey(caller.teamId, path.id),
  run: async ({ caller, deps, entity }) => {
    await deps.refuseUsed('ROUTE', entity);
    await deps.removeRoute(caller, entity);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
