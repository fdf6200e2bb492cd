import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import {
  type BucketName,
  bucketItself,
  DOWNLOAD_SECONDS,
  nameOfBucket,
  objectsOf,
  s3Client,
} from '../platform/storage/buckets';
import { presign } from '../platform/storage/presign';
import { HEAD_BYTES } from './content-types';
import { encodedKey, type FileRecord, UPLOAD_SECONDS, type Upload } from './file';

/** An object in one of the two buckets. */
export interface StoredObject {
  readonly bucket: BucketName;
  readonly key: string;
}

/** Signs an upload address that is valid for 300 seconds and for that content type only. */
export const presignUpload = capability(
  { assetsObjects: ['PutObject'], documentsObjects: ['PutObject'] },
  (context) =>
    ({ bucket, key, contentType }: StoredObject & { readonly contentType: string }): Promise<string> =>
      presign(
        context,
        { resource: objectsOf(bucket), action: 'PutObject' },
        new PutObjectCommand({ Bucket: nameOfBucket(context, bucket), Key: key, ContentType: contentType }),
        UPLOAD_SECONDS,
      ),
);

const publicAddress = ({ env }: Context, key: string): string => `${env('ASSETS_URL')}/${encodedKey(key)}`;

/** The public address of an asset. Empty for a document: documents are private. */
export const publicUrl = capability(
  {},
  (context) =>
    ({ bucket, key }: StoredObject): string =>
      bucket === 'assets' ? publicAddress(context, key) : '',
  ['ASSETS_URL'],
);

/**
 * The address that reads a file. An asset has a public one; a document's registered version gets a signed one for 900
 * seconds.
 */
export const urlOfFile = capability(
  { documentsObjects: ['GetObjectVersion'] },
  (context) =>
    async ({ bucket, key, versionId }: FileRecord): Promise<string> =>
      bucket === 'assets'
        ? publicAddress(context, key)
        : presign(
            context,
            { resource: objectsOf(bucket), action: 'GetObject', needs: ['GetObjectVersion'] },
            new GetObjectCommand({ Bucket: nameOfBucket(context, bucket), Key: key, VersionId: versionId }),
            DOWNLOAD_SECONDS,
          ),
  ['ASSETS_URL'],
);

/** S3's errors for a missing object and for an empty one. */
const NOTHING_THERE = ['NoSuchKey', 'InvalidRange'];

/** Reads the newest version under a key and its first bytes, in one call. Undefined when it is missing or empty. */
export const lookAtUpload = capability(
  {
    assetsBucket: ['ListBucket'],
    assetsObjects: ['GetObject'],
    documentsBucket: ['ListBucket'],
    documentsObjects: ['GetObject'],
  },
  (context) =>
    async ({ bucket, key }: StoredObject): Promise<Upload | undefined> => {
      const command = new GetObjectCommand({
        Bucket: nameOfBucket(context, bucket),
        Key: key,
        Range: `bytes=0-${HEAD_BYTES - 1}`,
      });
      context.assertGranted({ resource: bucketItself(bucket), action: 'ListBucket' });
      try {
        return await context.call({ resource: objectsOf(bucket), action: 'GetObject' }, async () =>
          uploadOf(await context.client(s3Client).send(command)),
        );
      } catch (failure) {
        if (failure instanceof S3ServiceException && NOTHING_THERE.includes(failure.name)) return undefined;
        throw failure;
      }
    },
);

/** `bytes 0-4095/26214400` ends with the size of the whole object. */
async function uploadOf({ Body, ContentRange, ContentType, VersionId }: GetObjectCommandOutput): Promise<Upload> {
  const size = Number(ContentRange?.split('/')[1]);
  if (Body === undefined || VersionId === undefined || ContentType === undefined || !Number.isInteger(size)) {
    throw new Error('S3 returned an object without its range, type or version. Check that the bucket is versioned.');
  }
  return { size, contentType: ContentType, versionId: VersionId, head: await Body.transformToByteArray() };
}

/** Deletes one version permanently. Succeeds when the version is already deleted. */
export const deleteVersion = capability(
  { assetsObjects: ['DeleteObjectVersion'], documentsObjects: ['DeleteObjectVersion'] },
  (context) =>
    async ({ bucket, key, versionId }: StoredObject & { readonly versionId: string }): Promise<void> => {
      const command = new DeleteObjectCommand({
        Bucket: nameOfBucket(context, bucket),
        Key: key,
        VersionId: versionId,
      });
      const call = { resource: objectsOf(bucket), action: 'DeleteObject', needs: ['DeleteObjectVersion'] };
      await context.call(call, () => context.client(s3Client).send(command));
    },
);
