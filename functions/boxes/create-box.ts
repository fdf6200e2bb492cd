import { Box, BoxFields } from '../../shared/boxes/box';
import { createBox } from '../../shared/boxes/boxes';
import { defineOperation } from '../../shared/operation/define';

/** Registers a box of the team. The economic number is unique in the team; case and blanks are ignored. */
export const operation = defineOperation({
  id: 'createBox',
  summary: 'Register a box',
  route: 'POST /teams/{teamId}/boxes',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'boxes:write' },
  input: { body: BoxFields },
  output: { status: 201, body: Box },
  errors: ['ECONOMIC_NUMBER_TAKEN', 'EXTERNAL_ID_TAKEN'],
  uses: { createBox },
  idempotencyKey: true,
  run: ({ input, caller, deps, once }) => deps.createBox(caller, input.body, once),
});
