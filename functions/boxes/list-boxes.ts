import * as v from 'valibot';
import { BOX_STATUSES, Box } from '../../shared/boxes/box';
import { listBoxes } from '../../shared/boxes/boxes';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/** Lists the boxes of a team, newest first. */
export const operation = defineOperation({
  id: 'listBoxes',
  summary: 'List the boxes of a team',
  route: 'GET /teams/{teamId}/boxes',
  auth: { pool: 'staff', team: 'path.teamId' },
  input: { query: v.object({ ...PageQuery, status: v.optional(v.picklist(BOX_STATUSES)) }) },
  output: { status: 200, body: listOf('boxes', Box) },
  errors: [],
  uses: { listBoxes },
  run: async ({ input, caller, deps }) => {
    const { records: boxes, ...page } = await deps.listBoxes(caller.teamId, input.query.status, input.query);
    return { boxes, ...page };
  },
});
