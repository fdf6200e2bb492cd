import * as v from 'valibot';
import { BOX_STATUSES, boxKey } from '../../shared/boxes/box';
import { changeBoxStatus } from '../../shared/boxes/boxes';
import { defineOperation } from '../../shared/operation/define';
import { Uuid } from '../../shared/platform/values/fields';

/** Moves a box by hand: RENTADA comes with a reservation alone, and DISPONIBLE not while one holds the box (400 by `status`). */
export const operation = defineOperation({
  id: 'updateBoxStatus',
  summary: 'Change the status of a box',
  route: 'PUT /teams/{teamId}/boxes/{boxId}/status',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: { body: v.object({ status: v.picklist(BOX_STATUSES) }) },
  output: {
    status: 200,
    body: v.object({
      message: v.string(),
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
    return { message: 'Status changed.', boxId: entity.id, previousStatus, newStatus };
  },
});
