import * as v from 'valibot';
import { BucketName } from '../platform/storage/buckets';
import { type IndexKeys, key, ofTeam, TIME_TO_LIVE } from '../platform/table/keys';
import { Instant, isUuid, Uuid, Whole } from '../platform/values/fields';
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
export const isFilePosition = (position: string): boolean =>
  v.is(Instant, position.split('#', 1)[0]) && isUuid(fileIdOf(position));

/**
 * The team that holds an object key. The hold ends at `expires`; registering a file makes it permanent. The other fields
 * are those of the file that the key shows, until it is deleted.
 */
export const ObjectHolder = v.object({
  teamId: Uuid,
  fileId: v.optional(Uuid),
  versionId: v.optional(v.string()),
  uploadedBy: v.optional(Uuid),
  [TIME_TO_LIVE]: v.number(),
});
export type ObjectHolder = v.InferOutput<typeof ObjectHolder>;
export const objectHolderKey = (objectKey: string) => key(ObjectHolder, `OBJECT#${objectKey}`, 'HOLDER');

/** An upload grant. It belongs to the user who requested it, and ends at `expires` or with the registration. */
export const UploadGrant = v.object({
  grantId: Uuid,
  bucket: BucketName,
  contentType: v.string(),
  /** The SHA-256 for which the address was signed, in hexadecimal digits. Absent: any bytes. */
  sha256: v.optional(v.string()),
  /** The bytes that the team's caps count for it: 0 when the request had no `size`. */
  countedBytes: Whole,
  /** The time at which the team's caps counted it. */
  countedAt: Instant,
  [TIME_TO_LIVE]: v.number(),
});
export type UploadGrant = v.InferOutput<typeof UploadGrant>;
export const uploadGrantKey = (teamId: string, objectKey: string, userId: string) =>
  key(UploadGrant, `UPLOAD#${teamId}#${objectKey}`, userId);
