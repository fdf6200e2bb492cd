import * as v from 'valibot';
import { File } from '../../shared/files/file';
import { listFiles } from '../../shared/files/files';
import { urlOfFile } from '../../shared/files/uploads';
import { listAnswer } from '../../shared/operation/csv-list';
import { defineOperation } from '../../shared/operation/define';
import { Line, Uuid } from '../../shared/platform/values/fields';
import { listOf, PageQuery } from '../../shared/platform/values/pages';

/**
 * Lists the files of a team, newest first. A page has about twelve, and a cursor while more follow; under `entityType` it can be empty. Their
 * download addresses are valid for 900 seconds.
 */
export const operation = defineOperation({
  id: 'listFiles',
  summary: 'List the files of a team or of an entity',
  route: 'GET /dms/files',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'files:read' },
  input: {
    query: v.object({ ...PageQuery, entityType: v.optional(Line(50, 1)), entityId: v.optional(Uuid) }),
  },
  // The address of a private file opens it for 900 seconds.
  output: listAnswer(listOf('files', File), ['url']),
  errors: [],
  uses: { listFiles, urlOfFile },
  run: async ({ input, caller, deps }) => {
    const { records, ...page } = await deps.listFiles(caller.teamId, input.query, input.query);
    const files = await Promise.all(records.map(async (file) => ({ ...file, url: await deps.urlOfFile(file) })));
    return { files, ...page };
  },
});
