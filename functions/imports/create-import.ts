import { publishUpload } from '../../shared/files/publish-upload';
import { lookAtUpload } from '../../shared/files/uploads';
import { readSource } from '../../shared/imports/files';
import { Import, ImportRequest, importOf } from '../../shared/imports/import';
import { announceImport } from '../../shared/imports/import-queue';
import { startImport } from '../../shared/imports/start-import';
import { defineOperation } from '../../shared/operation/define';

/** Starts an import of a CSV file that was uploaded to an address of POST /dms/upload-url. Without `dryRun: false` the file is only checked. */
export const operation = defineOperation({
  id: 'createImport',
  summary: 'Import records from a CSV file',
  description:
    'Upload the file by POST /dms/upload-url with the folder `imports` and `text/csv`, then send its `key` here within an hour, as the same user. Columns are the fields of the creation, in any order; `externalId` is required in each row. A row whose record exists changes it as its PUT does; an empty cell changes nothing. The columns of an export that cannot be written are skipped. `clientExternalId` and the like name a record by its key. At most 5,000 rows and 5 MB, UTF-8, separated by `,` or `;`. Ask for the import until it is DONE, or wait for the event `import.finished`.',
  route: 'POST /teams/{teamId}/imports',
  auth: { pool: 'staff', team: 'path.teamId', role: 'ADMIN', keys: 'imports:write' },
  input: { body: ImportRequest },
  output: { status: 201, body: Import },
  errors: ['IMPORT_RUNNING', 'TOO_MANY_REQUESTS'],
  uses: { startImport, lookAtUpload, publishUpload, readSource, announceImport },
  idempotencyKey: true,
  run: async ({ input, caller, deps, once }) => {
    const storage = { look: deps.lookAtUpload, publish: deps.publishUpload, read: deps.readSource };
    const job = await deps.startImport(caller, input.body, once, storage);
    await deps.announceImport(job);
    return importOf(job);
  },
});
