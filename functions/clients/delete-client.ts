import * as v from 'valibot';
import { clientKey } from '../../shared/clients/client';
import { removeClient } from '../../shared/deletion/delete-records';
import { refuseUsed } from '../../shared/deletion/references';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';

/** Deletes a client that was entered by mistake: no trip, route, invoice, payment, reservation or file names it. */
export const operation = defineOperation({
  id: 'deleteClient',
  summary: 'Delete a client',
  route: 'DELETE /clients/{id}',
  auth: { pool: 'staff', team: 'query.teamId', role: 'ADMIN', keys: 'clients:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['IN_USE', 'CONFLICT'],
  irreversible: true,
  uses: { refuseUsed, removeClient },
  entity: ({ path, caller }) => clientKey(caller.teamId, path.id),
  run: async ({ caller, deps, entity }) => {
    await deps.refuseUsed('CLIENT', entity);
    await deps.removeClient(caller, entity);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
