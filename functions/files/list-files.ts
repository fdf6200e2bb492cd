import * as v from 'valibot';
import { Line, Uuid } from '../../shared/domain/fields';
import { File } from '../../shared/domain/files';
import { listOf, PageQuery } from '../../shared/domain/lists';
import { defineOperation } from '../../shared/operation/define';
import { urlOfFile } from '../../shared/providers/object-storage/uploads';
import { listFiles } from '../../shared/store/files/files';

/** The files of a team, the newest first, with addresses that are good for 900 seconds from now. */
export const operation = defineOperation({
  id: 'listFiles',
  summary: 'List the files of a team or of an entity',
  route: 'GET /dms/files',
  auth: { pool: 'staff', team: 'query.teamId' },
  input: {
    query: v.object({ ...PageQuery, entityType: v.optional(Line(50, 1)), entityId: v.optional(Uuid) }),
  },
  output: { status: 200, body: listOf('files', File) },
  errors: [],
  uses: { listFiles, urlOfFile },
  run: async ({ input, caller, deps }) => {
    const { records, ...page } = await deps.listFiles(caller.teamId, input.query, input.query);
    const files = await Promise.all(records.map(async (file) => ({ ...file, url: await deps.urlOfFile(file) })));
    return { files, ...page };
  },
});
