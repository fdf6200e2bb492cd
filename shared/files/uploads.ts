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

/** An object of one of the two buckets. */
export interface StoredObject {
  readonly bucket: BucketName;
  readonly key: string;
}

/** The address by which the object is uploaded within 300 seconds, with that content type and no other. */
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

/** The public address of an asset, and '' for a document, which has none. */
export const publicUrl = capability(
  {},
  (context) =>
    ({ bucket, key }: StoredObject): string =>
      bucket === 'assets' ? publicAddress(context, key) : '',
  ['ASSETS_URL'],
);

/** The address by which a file is read: an asset's public one, or one that reads the document's registered version for 900 seconds. */
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

/** What S3 says of a key without an object, and of one whose object has no first byte. */
const NOTHING_THERE = ['NoSuchKey', 'InvalidRange'];

/** Looks at the newest version under a key and reads how it begins, in one call; undefined when there is none, or an empty one. */
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

/** The whole size stands at the end of `bytes 0-4095/26214400`. */
async function uploadOf({ Body, ContentRange, ContentType, VersionId }: GetObjectCommandOutput): Promise<Upload> {
  const size = Number(ContentRange?.split('/')[1]);
  if (Body === undefined || VersionId === undefined || ContentType === undefined || !Number.isInteger(size)) {
    throw new Error('S3 answered an object without its range, type or version. Is the bucket versioned?');
  }
  return { size, contentType: ContentType, versionId: VersionId, head: await Body.transformToByteArray() };
}

/** Deletes one version for good; one that is gone already is fine. */
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
