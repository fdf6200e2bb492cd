import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import type { Context } from '../runtime/context';
import type { Resource } from '../runtime/permissions';
import { withoutDebugLog } from '../runtime/without-debug-log';

/** Assets are shown by a public address; documents are read by presigned addresses alone (docs/spec/interface.md §2.10). */
export const BUCKETS = ['assets', 'documents'] as const;
export const BucketName = v.picklist(BUCKETS);
export type BucketName = v.InferOutput<typeof BucketName>;
export const DOWNLOAD_SECONDS = 900;

/**
 * With the SDK's default a presigned PUT asks for a checksum, which no browser sends. TLS and the length guard what we put ourselves.
 */
export const s3Client = (): S3Client =>
  withoutDebugLog(
    new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }),
  );

/** The bucket's name at S3. */
export const nameOfBucket = ({ env }: Pick<Context, 'env'>, bucket: BucketName): string =>
  env(bucket === 'assets' ? 'ASSETS_BUCKET_NAME' : 'DOCUMENTS_BUCKET_NAME');

/** What rights on the bucket itself are declared under. */
export const bucketItself = (bucket: BucketName): Resource =>
  bucket === 'assets' ? 'assetsBucket' : 'documentsBucket';

/** What rights on the bucket's objects are declared under. */
export const objectsOf = (bucket: BucketName): Resource => (bucket === 'assets' ? 'assetsObjects' : 'documentsObjects');
