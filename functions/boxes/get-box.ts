import { Box, boxKey } from '../../shared/boxes/box';
import { defineOperation } from '../../shared/operation/define';

/** Reads a box of the team. */
export const operation = defineOperation({
  id: 'getBox',
  summary: 'Read a box',
  route: 'GET /teams/{teamId}/boxes/{boxId}',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'boxes:read' },
  output: { status: 200, body: Box },
  errors: [],
  uses: {},
  entity: ({ path }) => boxKey(path.teamId, path.boxId),
  run: async ({ entity }) => entity,
});
