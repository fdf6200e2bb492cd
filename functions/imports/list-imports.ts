import * as v from 'valibot';
import { Import, importOf } from '../../shared/imports/import';
import { listImports } from '../../shared/imports/jobs';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/** Lists the imports of the last 30 days, the newest first. */
export const operation = defineOperation({
  id: 'listImports',
  summary: 'List the imports of a team',
  route: 'GET /teams/{teamId}/imports',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'imports:read' },
  input: { query: v.object(PageQuery) },
  output: listAnswer(listOf('imports', Import)),
  errors: [],
  uses: { listImports },
  run: async ({ input, caller, deps }) => {
    const { records, ...page } = await deps.listImports(caller.teamId, input.query);
    return { imports: records.map(importOf), ...page };
  },
});
