import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  type GetObjectCommandOutput,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { capability } from '../platform/runtime/capability';
import type { Context } from '../platform/runtime/context';
import { bucketItself, DOWNLOAD_SECONDS, nameOfBucket, objectsOf, s3Client } from '../platform/storage/buckets';
import { presign } from '../platform/storage/presign';
import { base64Of } from './checksums';
import { EDGE_BYTES } from './content-types';
import { encodedKey, type FileRecord, UPLOAD_SECONDS, type Upload, waitingKey } from './file';
import type { StoredObject, StoredVersion, WaitingUpload } from './stored-object';

/**
 * Signs an upload address that is valid for 300 seconds, for that content type only and, when the grant has a size, for
 * that number of bytes only. The upload waits in the documents bucket, to which CloudFront has no right.
 */
export const presignUpload = capability(
  { documentsObjects: ['PutObject'] },
  (context) =>
    ({ teamId, grantId, contentType, size, sha256 }: WaitingUpload): Promise<string> =>
      presign(
        context,
        { resource: 'documentsObjects', action: 'PutObject' },
        new PutObjectCommand({
          Bucket: nameOfBucket(context, 'documents'),
          Key: waitingKey(teamId, grantId),
          ContentType: contentType,
          ...(size !== undefined && { ContentLength: size }),
          ...(sha256 !== undefined && { ChecksumSHA256: base64Of(sha256) }),
        }),
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

/** The number of characters of a version's id in a public address. */
const VERSION_MARK = 12;

/**
 * The address that reads a file. An asset has a public one, which names the version so that caches do not answer a
 * replaced file; a document's registered version gets a signed one for 900 seconds.
 */
export const urlOfFile = capability(
  { documentsObjects: ['GetObjectVersion'] },
  (context) =>
    async ({ bucket, key, versionId }: FileRecord): Promise<string> =>
      bucket === 'assets'
        ? `${publicAddress(context, key)}?v=${encodeURIComponent(versionId.slice(0, VERSION_MARK))}`
        : presign(
            context,
            { resource: objectsOf(bucket), action: 'GetObject', needs: ['GetObjectVersion'] },
            new GetObjectCommand({ Bucket: nameOfBucket(context, bucket), Key: key, VersionId: versionId }),
            DOWNLOAD_SECONDS,
          ),
  ['ASSETS_URL'],
);

/**
 * S3's errors for a missing object, an empty one, and a version that was deleted since it was found: a concurrent
 * registration deletes the upload that it has published.
 */
const NOTHING_THERE = ['NoSuchKey', 'InvalidRange', 'NoSuchVersion'];

/** Reads the newest version of a waiting upload with its first and last bytes. Undefined when it is missing or empty. */
export const lookAtUpload = capability(
  { documentsBucket: ['ListBucket'], documentsObjects: ['GetObject', 'GetObjectVersion'] },
  (context) =>
    async ({ bucket, key }: StoredObject): Promise<Upload | undefined> => {
      const Bucket = nameOfBucket(context, bucket);
      const get = (abortSignal: AbortSignal, input: Pick<GetObjectCommandInput, 'Range' | 'VersionId'>) =>
        context.client(s3Client).send(new GetObjectCommand({ Bucket, Key: key, ...input }), { abortSignal });
      context.assertGranted({ resource: bucketItself(bucket), action: 'ListBucket' });
      try {
        const first = await context.call({ resource: objectsOf(bucket), action: 'GetObject' }, async (signal) =>
          beginningOf(await get(signal, { Range: `bytes=0-${EDGE_BYTES - 1}` })),
        );
        const { size, versionId, head } = first;
        if (size <= EDGE_BYTES) return { ...first, tail: head };
        const tail = await context.call(
          { resource: objectsOf(bucket), action: 'GetObject', needs: ['GetObjectVersion'] },
          async (signal) =>
            bytesOf(await get(signal, { Range: `bytes=${size - EDGE_BYTES}-${size - 1}`, VersionId: versionId })),
        );
        return { ...first, tail };
      } catch (failure) {
        if (failure instanceof S3ServiceException && NOTHING_THERE.includes(failure.name)) return undefined;
        throw failure;
      }
    },
);

async function bytesOf({ Body }: GetObjectCommandOutput): Promise<Uint8Array> {
  if (Body === undefined) throw new Error('S3 returned an object without its bytes.');
  return Body.transformToByteArray();
}

/** `bytes 0-4095/26214400` ends with the size of the whole object. */
async function beginningOf(answer: GetObjectCommandOutput): Promise<Omit<Upload, 'tail'>> {
  const { ContentRange, ContentType, ETag, VersionId } = answer;
  const size = Number(ContentRange?.split('/')[1]);
  if (!VersionId || !ETag || ContentType === undefined || !Number.isInteger(size)) {
    throw new Error('S3 returned an object without its range, type or version. Check that the bucket is versioned.');
  }
  return { size, contentType: ContentType, versionId: VersionId, etag: ETag, head: await bytesOf(answer) };
}

/** Deletes one version permanently. Succeeds when the version is already deleted. */
export const deleteVersion = capability(
  { assetsObjects: ['DeleteObjectVersion'], documentsObjects: ['DeleteObjectVersion'] },
  (context) =>
    async ({ bucket, key, versionId }: StoredVersion): Promise<void> => {
      const command = new DeleteObjectCommand({
        Bucket: nameOfBucket(context, bucket),
        Key: key,
        VersionId: versionId,
      });
      const call = { resource: objectsOf(bucket), action: 'DeleteObject', needs: ['DeleteObjectVersion'] };
      await context.call(call, (signal) => context.client(s3Client).send(command, { abortSignal: signal }));
    },
);
