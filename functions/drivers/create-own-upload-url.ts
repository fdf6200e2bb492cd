import * as v from 'valibot';
import { base64Of } from '../../shared/files/checksums';
import { grantOwnUpload, OwnUploadRequest } from '../../shared/files/own-uploads';
import { presignUpload } from '../../shared/files/uploads';
import { defineOperation } from '../../shared/operation/define';
import { CHECKSUM_HEADER } from '../../shared/platform/storage/presign';
import { findTripOfDriver } from '../../shared/trips/own-trip';

/** Signs the upload address of a file of the caller's trip, for exactly these bytes. */
export const operation = defineOperation({
  id: 'createOwnUploadUrl',
  summary: 'Get an address to upload a file of your trip to',
  description:
    'For JPEG, PNG and PDF up to 10 MB. Send the file by PUT to `uploadUrl` within 300 seconds, with exactly the answered `headers`: the storage refuses other bytes. Then register it with POST /drivers/me/files within an hour. The proof that reports the file may be sent before or later.',
  route: 'POST /drivers/me/files/upload-url',
  auth: { pool: 'drivers', check: 'beforeRun', keys: 'never' },
  input: { body: OwnUploadRequest },
  output: {
    status: 200,
    body: v.object({
      /** Send the file here with PUT and the answered headers, within 300 seconds and without a token. */
      uploadUrl: v.string(),
      /** The key of the object. Send it to POST /drivers/me/files after the upload. */
      key: v.string(),
      /** The headers that the upload must send. They are signed. */
      headers: v.object({
        /** The media type of the file. */
        'content-type': v.string(),
        /** The SHA-256 of the bytes in base64. */
        'x-amz-checksum-sha256': v.string(),
      }),
    }),
  },
  errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  withoutKey: 'SECRET',
  uses: { findTripOfDriver, grantOwnUpload, presignUpload },
  run: async ({ input, caller, deps, request }) => {
    const { tripId, contentType, sha256 } = input.body;
    await deps.findTripOfDriver(caller, tripId);
    const grant = await deps.grantOwnUpload(caller, input.body);
    request.note({ grant: grant.grantId });
    const headers = { 'content-type': contentType, [CHECKSUM_HEADER]: base64Of(sha256) } as const;
    return { uploadUrl: await deps.presignUpload(grant), key: grant.key, headers };
  },
});
