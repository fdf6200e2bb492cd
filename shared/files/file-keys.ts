import * as v from 'valibot';
import { BucketName } from '../platform/storage/buckets';
import { type IndexKeys, key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Uuid } from '../platform/values/fields';
import { FileRecord } from './file';

/** The keys of files, their objects and upload grants. */

export const fileKey = (teamId: string, fileId: string) => key(FileRecord, ofTeam(teamId), `FILE#${fileId}`);
/** Files sorted by the time of their upload: all of a team, and those of one entity. */
export const filesOfTeam = (teamId: string) => ({ gsi1pk: `TEAM#${teamId}#FILES` });
export const filesOfEntity = (teamId: string, entityId: string) => ({ gsi2pk: `TEAM#${teamId}#FILES#${entityId}` });
export function fileIndexes({ teamId, fileId, entityId, uploadedAt }: FileRecord): IndexKeys {
  const byUpload = `${uploadedAt}#${fileId}`;
  return { ...filesOfTeam(teamId), gsi1sk: byUpload, ...filesOfEntity(teamId, entityId), gsi2sk: byUpload };
}
/** The file's id at the end of a sort key that {@link fileIndexes} built. */
export const fileIdOf = (position: string): string => position.slice(position.indexOf('#') + 1);

/**
 * The team that holds an object key, with the bucket and content type of its last grant. The hold ends at `expires`.
 * Registering a file makes the hold permanent.
 */
export const ObjectHolder = v.object({
  teamId: Uuid,
  bucket: BucketName,
  contentType: v.string(),
  [TIME_TO_LIVE]: v.number(),
});
export type ObjectHolder = v.InferOutput<typeof ObjectHolder>;
export const objectHolderKey = (objectKey: string) => key(ObjectHolder, `OBJECT#${objectKey}`, 'HOLDER');
/**
 * The file that a version belongs to. A version without `fileId` was claimed as abandoned and can no longer be
 * registered.
 */
export const ObjectVersion = v.object({ fileId: v.optional(Uuid), [TIME_TO_LIVE]: v.optional(v.number()) });
export const objectVersionKey = (objectKey: string, versionId: string) =>
  key(ObjectVersion, `OBJECT#${objectKey}`, `VERSION#${versionId}`);

/** A grant, keyed by the time at which unregistered uploads under it are deleted. */
export const GrantedUpload = v.object({ bucket: BucketName, key: v.string(), dueAt: Instant });
export type GrantedUpload = v.InferOutput<typeof GrantedUpload>;
const GRANTED_UPLOADS = part(GrantedUpload, 'GRANTED_UPLOADS', 'DUE#');
export const grantedUploadKey = ({ bucket, key: objectKey, dueAt }: GrantedUpload) =>
  key(GrantedUpload, GRANTED_UPLOADS.pk, `${GRANTED_UPLOADS.prefix}${dueAt}#${bucket}/${objectKey}`);
export const grantedUploads = () => GRANTED_UPLOADS;
