import { Box, BoxChanges, boxKey } from '../../shared/boxes/box';
import { editBox } from '../../shared/boxes/boxes';
import { defineOperation } from '../../shared/operation/define';

/** Changes a box. Another operation changes its status. */
export const operation = defineOperation({
  id: 'updateBox',
  summary: 'Change a box',
  route: 'PUT /teams/{teamId}/boxes/{boxId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'boxes:write' },
  input: { body: BoxChanges },
  output: { status: 200, body: Box },
  errors: [],
  uses: { editBox },
  entity: ({ path }) => boxKey(path.teamId, path.boxId),
  run: ({ input, caller, deps, entity }) => deps.editBox(caller, entity, input.body),
});
