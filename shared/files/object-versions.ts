import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { capability } from '../platform/runtime/capability';
import { bucketItself, nameOfBucket, s3Client } from '../platform/storage/buckets';
import type { StoredObject } from './uploads';

/** One version of an object. */
export interface ObjectVersion {
  readonly versionId: string;
  readonly uploadedAt: Date;
}

/** The maximum number of versions read at once. */
const MOST = 100;

/**
 * The versions of exactly that key, the newest first. S3 lists by prefix in key order, so the versions of the key
 * itself come before those of longer keys. `more` therefore says whether the key has further versions.
 */
export const versionsOfKey = capability(
  { assetsBucket: ['ListBucketVersions'], documentsBucket: ['ListBucketVersions'] },
  (context) =>
    async ({ bucket, key }: StoredObject): Promise<{ versions: readonly ObjectVersion[]; more: boolean }> => {
      const command = new ListObjectVersionsCommand({
        Bucket: nameOfBucket(context, bucket),
        Prefix: key,
        MaxKeys: MOST,
      });
      const call = { resource: bucketItself(bucket), action: 'ListObjectVersions', needs: ['ListBucketVersions'] };
      const answer = await context.call(call, () => context.client(s3Client).send(command));
      const versions = (answer.Versions ?? []).flatMap(({ Key, VersionId, LastModified }) =>
        Key === key && VersionId && LastModified ? [{ versionId: VersionId, uploadedAt: LastModified }] : [],
      );
      return { versions, more: answer.IsTruncated === true && answer.NextKeyMarker === key };
    },
);
