import * as v from 'valibot';
import { File, FileRegistration } from '../../shared/files/file';
import { publishUpload } from '../../shared/files/publish-upload';
import { registerFile } from '../../shared/files/register-file';
import { deleteVersion, lookAtUpload, urlOfFile } from '../../shared/files/uploads';
import { defineOperation } from '../../shared/operation/define';

/** Checks an object that was uploaded to an address of POST /dms/upload-url, and publishes and registers a copy of it. */
export const operation = defineOperation({
  id: 'registerFile',
  summary: 'Register an uploaded file',
  route: 'POST /dms/files',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'body.teamId', keys: 'files:write' },
  input: { body: FileRegistration },
  output: {
    status: 201,
    body: v.object({
      /** The stored record of the uploaded file. */
      file: File,
    }),
  },
  errors: [],
  uses: { registerFile, lookAtUpload, publishUpload, deleteVersion, urlOfFile },
  idempotencyKey: true,
  run: async ({ input, caller, deps, once }) => {
    const storage = { look: deps.lookAtUpload, publish: deps.publishUpload, discard: deps.deleteVersion };
    const file = await deps.registerFile(caller, input.body, once, storage);
    return { file: { ...file, url: await deps.urlOfFile(file) } };
  },
});
