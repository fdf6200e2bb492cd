import * as v from 'valibot';
import { BOX_STATUSES, Box } from '../../shared/boxes/box';
import { listBoxes } from '../../shared/boxes/boxes';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { searchQuery } from '../../shared/platform/table/search-query';
import { Line } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists the boxes of a team, newest first, or by number with `sort=economicNumber`. `q` finds the beginnings of the number and of its words.
 * A page under `q`, `sort=economicNumber` or a filter can be short and have a cursor.
 */
export const operation = defineOperation({
  id: 'listBoxes',
  summary: 'List the boxes of a team',
  route: 'GET /teams/{teamId}/boxes',
  auth: { pool: 'staff', team: 'path.teamId', keys: 'boxes:read' },
  input: {
    query: v.object({
      ...PageQuery,
      status: v.optional(v.picklist(BOX_STATUSES)),
      type: v.optional(v.pipe(Line(100, 1), v.description('The type of the box; case and accents are ignored.'))),
      ...searchQuery('economicNumber'),
    }),
  },
  output: listAnswer(listOf('boxes', Box)),
  errors: [],
  uses: { listBoxes },
  run: async ({ input, caller, deps }) => {
    const { records: boxes, ...page } = await deps.listBoxes(caller.teamId, input.query, input.query);
    return { boxes, ...page };
  },
});
