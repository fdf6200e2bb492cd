import { Box, BoxChanges } from '../../shared/domain/boxes';
import { defineOperation } from '../../shared/operation/define';
import { editBox } from '../../shared/store/fleet/boxes';
import { boxKey } from '../../shared/store/table/keys';

/** Changes a box; its status has an operation of its own. */
export const operation = defineOperation({
  id: 'updateBox',
  summary: 'Change a box',
  route: 'PUT /teams/{teamId}/boxes/{boxId}',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: { body: BoxChanges },
  output: { status: 200, body: Box },
  errors: [],
  uses: { editBox },
  entity: ({ path }) => boxKey(path.teamId, path.boxId),
  run: ({ input, caller, deps, entity }) => deps.editBox(caller, entity, input.body),
});
