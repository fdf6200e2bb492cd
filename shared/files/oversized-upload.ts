import * as v from 'valibot';
import { MAXIMUM_FILE_BYTES, WAITING_PREFIX } from './file';
import type { StoredVersion } from './stored-object';

/** The part of S3's event "Object Created" that names the uploaded version. Source: S3 user guide, "EventBridge event message structure". */
const ObjectCreated = v.object({
  detail: v.object({
    object: v.object({
      key: v.pipe(v.string(), v.startsWith(WAITING_PREFIX)),
      size: v.pipe(v.number(), v.minValue(MAXIMUM_FILE_BYTES + 1)),
      'version-id': v.string(),
    }),
  }),
});

/** The oversized upload that the event names. Throws for any other object, so that a wrong rule deletes nothing. */
export function oversizedUploadIn(event: unknown): StoredVersion {
  const { detail } = v.parse(ObjectCreated, event);
  return { bucket: 'documents', key: detail.object.key, versionId: detail.object['version-id'] };
}
