import { CopyObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { capability } from '../platform/runtime/capability';
import { bucketItself, nameOfBucket, objectsOf, s3Client } from '../platform/storage/buckets';
import { savedName } from './content-types';
import { encodedKey } from './file';
import type { Publication } from './stored-object';

/** Browsers and CloudFront ask again after this time, so that a deleted file is gone. */
const CACHE_CONTROL = 'public, max-age=300';

/** S3's errors for a source that does not exist. */
const GONE = ['NoSuchVersion', 'NoSuchKey'];

/**
 * Copies the checked version to the key of its file and returns the id of the new version. The copy names the version
 * and its entity tag, so that a second upload to the same address cannot take its place. Its headers are ours: those of
 * the upload are the client's. Undefined when the version is gone: a concurrent registration deletes it after its own copy.
 */
export const publishUpload = capability(
  {
    documentsBucket: ['ListBucket'],
    documentsObjects: ['GetObjectVersion', 'PutObject'],
    assetsObjects: ['PutObject'],
  },
  (context) =>
    async ({ waiting, etag, bucket, key, contentType, fileName }: Publication): Promise<string | undefined> => {
      const source = `${nameOfBucket(context, waiting.bucket)}/${encodedKey(waiting.key)}`;
      const command = new CopyObjectCommand({
        Bucket: nameOfBucket(context, bucket),
        Key: key,
        CopySource: `${source}?versionId=${encodeURIComponent(waiting.versionId)}`,
        CopySourceIfMatch: etag,
        MetadataDirective: 'REPLACE',
        TaggingDirective: 'REPLACE',
        ContentType: contentType,
        CacheControl: CACHE_CONTROL,
        ContentDisposition: contentDisposition(contentType, fileName),
      });
      context.assertGranted({ resource: objectsOf(waiting.bucket), action: 'GetObjectVersion' });
      // Without ListBucket S3 answers 403 for a version that is gone.
      context.assertGranted({ resource: bucketItself(waiting.bucket), action: 'ListBucket' });
      const call = { resource: objectsOf(bucket), action: 'CopyObject', needs: ['PutObject'] };
      try {
        const { VersionId } = await context.call(call, (signal) =>
          context.client(s3Client).send(command, { abortSignal: signal }),
        );
        if (VersionId === undefined)
          throw new Error('S3 copied an object without a version. Check that the bucket is versioned.');
        return VersionId;
      } catch (failure) {
        if (failure instanceof S3ServiceException && GONE.includes(failure.name)) return undefined;
        throw failure;
      }
    },
);

/**
 * The header with which browsers show pictures and PDF and save everything else, under a name of the type. Source: RFC 6266; old readers take the
 * ASCII name, all others the encoded one.
 */
export function contentDisposition(contentType: string, fileName: string): string {
  const isShown = contentType.startsWith('image/') || contentType === 'application/pdf';
  const name = savedName(contentType, fileName);
  const ascii = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  return `${isShown ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodedKey(name)}`;
}
