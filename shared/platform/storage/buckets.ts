import { S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';
import { awsClient } from '../runtime/aws-client';
import type { Context } from '../runtime/context';
import type { ServiceResource } from '../runtime/permissions';

/** Assets have a public address. Documents are read through presigned addresses only. */
export const BUCKETS = ['assets', 'documents'] as const;
export const BucketName = v.picklist(BUCKETS);
export type BucketName = v.InferOutput<typeof BucketName>;
export const DOWNLOAD_SECONDS = 900;

/**
 * With the SDK's default a presigned PUT requires a checksum, which browsers do not send. Our own uploads are protected
 * by TLS and the content length.
 */
export const s3Client = (): S3Client =>
  awsClient(
    'storage',
    (settings) =>
      new S3Client({
        ...settings,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
  );

export const nameOfBucket = ({ env }: Pick<Context, 'env'>, bucket: BucketName): string =>
  env(bucket === 'assets' ? 'ASSETS_BUCKET_NAME' : 'DOCUMENTS_BUCKET_NAME');

/** The resource for permissions on the bucket. */
export const bucketItself = (bucket: BucketName): ServiceResource =>
  bucket === 'assets' ? 'assetsBucket' : 'documentsBucket';

/** The resource for permissions on the bucket's objects. */
export const objectsOf = (bucket: BucketName): ServiceResource =>
  bucket === 'assets' ? 'assetsObjects' : 'documentsObjects';
