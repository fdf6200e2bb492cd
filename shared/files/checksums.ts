import { HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { capability } from '../platform/runtime/capability';
import { bucketItself, nameOfBucket, objectsOf, s3Client } from '../platform/storage/buckets';
import type { StoredVersion } from './stored-object';

/** The form of a checksum in the headers of S3. */
export const base64Of = (sha256: string): string => Buffer.from(sha256, 'hex').toString('base64');

/**
 * The SHA-256 of a version, in hexadecimal digits, that S3 compared when it was uploaded. Empty when the upload named none.
 * Undefined when the version is gone: a concurrent registration deletes the upload that it has published.
 */
export const readChecksum = capability(
  { documentsBucket: ['ListBucket'], documentsObjects: ['GetObjectVersion'] },
  (context) =>
    async ({ bucket, key, versionId }: StoredVersion): Promise<string | undefined> => {
      const command = new HeadObjectCommand({
        ...{ Bucket: nameOfBucket(context, bucket), Key: key, VersionId: versionId },
        ChecksumMode: 'ENABLED',
      });
      const call = { resource: objectsOf(bucket), action: 'HeadObject', needs: ['GetObjectVersion'] };
      // Without ListBucket S3 answers 403 for a version that is gone.
      context.assertGranted({ resource: bucketItself(bucket), action: 'ListBucket' });
      try {
        const { ChecksumSHA256 = '' } = await context.call(call, (signal) =>
          context.client(s3Client).send(command, { abortSignal: signal }),
        );
        return Buffer.from(ChecksumSHA256, 'base64').toString('hex');
      } catch (failure) {
        // The answer to HEAD has no body, so the error has no name of its own.
        if (failure instanceof S3ServiceException && failure.$metadata.httpStatusCode === 404) return undefined;
        throw failure;
      }
    },
);
