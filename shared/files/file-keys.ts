import * as v from 'valibot';
import { BucketName } from '../platform/storage/buckets';
import { type IndexKeys, key, ofTeam, part, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, Uuid } from '../platform/values/fields';
import { FileRecord } from './file';

/** The keys of files and of what they lie in; docs/table.md lists them. */

export const fileKey = (teamId: string, fileId: string) => key(FileRecord, ofTeam(teamId), `FILE#${fileId}`);
/** By the instant of their upload: of a team, and of one entity of it. */
export const filesOfTeam = (teamId: string) => ({ gsi1pk: `TEAM#${teamId}#FILES` });
export const filesOfEntity = (teamId: string, entityId: string) => ({ gsi2pk: `TEAM#${teamId}#FILES#${entityId}` });
export function fileIndexes({ teamId, fileId, entityId, uploadedAt }: FileRecord): IndexKeys {
  const byUpload = `${uploadedAt}#${fileId}`;
  return { ...filesOfTeam(teamId), gsi1sk: byUpload, ...filesOfEntity(teamId, entityId), gsi2sk: byUpload };
}
/** The file's identifier at the end of a sort key that {@link fileIndexes} wrote. */
export const fileIdOf = (position: string): string => position.slice(position.indexOf('#') + 1);

/** The team that holds a key, and what was granted last: until `expires`, which no key whose file was registered reaches. */
export const ObjectHolder = v.object({
  teamId: Uuid,
  bucket: BucketName,
  contentType: v.string(),
  [TIME_TO_LIVE]: v.number(),
});
export type ObjectHolder = v.InferOutput<typeof ObjectHolder>;
export const objectHolderKey = (objectKey: string) => key(ObjectHolder, `OBJECT#${objectKey}`, 'HOLDER');
/** Whose file a version is; of none that was abandoned, which can be registered no more. */
export const ObjectVersion = v.object({ fileId: v.optional(Uuid), [TIME_TO_LIVE]: v.optional(v.number()) });
export const objectVersionKey = (objectKey: string, versionId: string) =>
  key(ObjectVersion, `OBJECT#${objectKey}`, `VERSION#${versionId}`);

/** A grant, under when it is looked at what was uploaded by it and never registered. */
export const GrantedUpload = v.object({ bucket: BucketName, key: v.string(), dueAt: Instant });
export type GrantedUpload = v.InferOutput<typeof GrantedUpload>;
const GRANTED_UPLOADS = part(GrantedUpload, 'GRANTED_UPLOADS', 'DUE#');
export const grantedUploadKey = ({ bucket, key: objectKey, dueAt }: GrantedUpload) =>
  key(GrantedUpload, GRANTED_UPLOADS.pk, `${GRANTED_UPLOADS.prefix}${dueAt}#${bucket}/${objectKey}`);
export const grantedUploads = () => GRANTED_UPLOADS;
