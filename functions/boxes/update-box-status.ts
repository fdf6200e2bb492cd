import * as v from 'valibot';
import { BOX_STATUSES, boxKey } from '../../shared/boxes/box';
import { changeBoxStatus } from '../../shared/boxes/boxes';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';
import { Message } from '../../shared/platform/values/text';

/**
 * Changes a box's status by hand. Only a reservation sets RENTADA. DISPONIBLE is refused while a reservation holds the
 * box (400 with the field `status`).
 */
export const operation = defineOperation({
  id: 'updateBoxStatus',
  summary: 'Change the status of a box',
  route: 'PUT /teams/{teamId}/boxes/{boxId}/status',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'path.teamId', keys: 'boxes:write' },
  input: {
    body: v.object({
      /** The status that the office sets by hand. */
      status: v.picklist(BOX_STATUSES),
    }),
  },
  output: {
    status: 200,
    body: v.object({
      message: Message,
      boxId: Uuid,
      previousStatus: v.picklist(BOX_STATUSES),
      newStatus: v.picklist(BOX_STATUSES),
    }),
  },
  errors: [],
  uses: { changeBoxStatus },
  entity: ({ path }) => boxKey(path.teamId, path.boxId),
  run: async ({ input, caller, deps, entity }) => {
    const newStatus = input.body.status;
    const previousStatus = await deps.changeBoxStatus(caller, entity, newStatus);
    return {
      message: { en: 'Status changed.', es: 'Estatus actualizado.' },
      boxId: entity.id,
      previousStatus,
      newStatus,
    };
  },
});
