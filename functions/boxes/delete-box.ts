import * as v from 'valibot';
import { boxKey } from '../../shared/boxes/box';
import { removeBox } from '../../shared/deletion/delete-records';
import { refuseUsed } from '../../shared/deletion/references';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';

/** Deletes a box that was entered by mistake: no reservation and no file names it. Set one that was rented to INACTIVA. */
export const operation = defineOperation({
  id: 'deleteBox',
  summary: 'Delete a box',
  route: 'DELETE /teams/{teamId}/boxes/{boxId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'boxes:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: ['IN_USE', 'CONFLICT'],
  irreversible: true,
  uses: { refuseUsed, removeBox },
  entity: ({ path }) => boxKey(path.teamId, path.boxId),
  run: async ({ caller, deps, entity }) => {
    await deps.refuseUsed('BOX', entity);
    await deps.removeBox(caller, entity);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
