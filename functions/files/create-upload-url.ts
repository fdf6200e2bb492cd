import * as v from 'valibot';
import { UploadRequest } from '../../shared/files/file';
import { grantUpload } from '../../shared/files/upload-grants';
import { presignUpload, publicUrl } from '../../shared/files/uploads';
import { defineOperation } from '../../shared/operation/define';

/** Reserves a key for the team and signs the upload address. After the upload the client calls POST /dms/files. */
export const operation = defineOperation({
  id: 'createUploadUrl',
  summary: 'Get an address to upload a file to',
  description:
    'Send the file by PUT to `uploadUrl` within 300 seconds, with exactly the requested `Content-Type` and, when `size` was sent, exactly this number of bytes. Then register it with POST /dms/files within an hour, as the same user. Nothing can be read at `key` and `publicUrl` before.',
  route: 'POST /dms/upload-url',
  isOfInterface: true,
  auth: { pool: 'staff', team: 'body.teamId', keys: 'files:write' },
  input: { body: UploadRequest },
  output: {
    status: 200,
    body: v.object({
      /** Send the file here with PUT and the same Content-Type, within 300 seconds and without a token. */
      uploadUrl: v.string(),
      /** The key of the object. Send it to POST /dms/files after the upload. */
      key: v.string(),
      /** The address of the object in the bucket `assets`. In `documents` only the record’s `url` reads it. */
      publicUrl: v.string(),
    }),
  },
  errors: ['TOO_MANY_REQUESTS'],
  withoutKey: 'SECRET',
  uses: { grantUpload, presignUpload, publicUrl },
  run: async ({ input, caller, deps, request }) => {
    const grant = await deps.grantUpload(caller, input.body);
    request.note({ grant: grant.grantId });
    return { uploadUrl: await deps.presignUpload(grant), key: grant.key, publicUrl: deps.publicUrl(grant) };
  },
});
