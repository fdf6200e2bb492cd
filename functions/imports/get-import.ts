import { ImportDetail, importKey } from '../../shared/imports/import';
import { detailOfImport } from '../../shared/imports/read-import';
import { defineOperation } from '../../shared/operation/define';

/** Answers how far an import is, its first 100 refused rows and, once it is DONE, the address of a CSV with the result of every row. */
export const operation = defineOperation({
  id: 'getImport',
  summary: 'Read an import',
  route: 'GET /teams/{teamId}/imports/{importId}',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'imports:read' },
  output: { status: 200, body: ImportDetail },
  errors: [],
  uses: { detailOfImport },
  entity: ({ path }) => importKey(path.teamId, path.importId),
  run: ({ deps, entity }) => deps.detailOfImport(entity),
});
