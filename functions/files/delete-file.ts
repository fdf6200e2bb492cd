import * as v from 'valibot';
import { fileKey } from '../../shared/files/file-keys';
import { removeFile } from '../../shared/files/files';
import { deleteVersion } from '../../shared/files/uploads';
import { defineOperation } from '../../shared/operation/define';
import { Message } from '../../shared/platform/values/text';

/** Deletes a file permanently. Its object is deleted first, so that an interrupted deletion can be repeated. */
export const operation = defineOperation({
  id: 'deleteFile',
  summary: 'Delete a file',
  route: 'DELETE /dms/files/{fileId}',
  auth: { pool: 'staff', team: 'query.teamId', keys: 'files:write' },
  output: { status: 200, body: v.object({ message: Message }) },
  errors: [],
  irreversible: true,
  uses: { deleteVersion, removeFile },
  entity: ({ path, caller }) => fileKey(caller.teamId, path.fileId),
  run: async ({ caller, deps, entity: file }) => {
    await deps.deleteVersion(file);
    await deps.removeFile(caller, file);
    return { message: { en: 'Deleted.', es: 'Se borró.' } };
  },
});
