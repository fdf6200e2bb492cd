import type { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Context } from '../../runtime/context';
import { s3Client } from './buckets';

/**
 * Signs a request that somebody else will send, with the function's own rights at that time. Nothing leaves here. Only a header that is
 * named in the address's own list of signed headers must be sent as signed: the content type is added to it.
 */
export const presign = (
  context: Context,
  command: GetObjectCommand | PutObjectCommand,
  expiresIn: number,
): Promise<string> =>
  getSignedUrl(context.client(s3Client), command, {
    expiresIn,
    signingDate: context.now(),
    signableHeaders: new Set(['content-type', 'host']),
  });
