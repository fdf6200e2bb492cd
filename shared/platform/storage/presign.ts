import type { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Context, OutboundCall } from '../runtime/context';
import { s3Client } from './buckets';

/** S3 compares it with the bytes. Source: S3 user guide, "Checking object integrity for data uploads". */
export const CHECKSUM_HEADER = 'x-amz-checksum-sha256';

/**
 * Signs a request that the client sends. The client acts with the function's permission, so `call` names the permission
 * to check. Content type, content length and checksum are signed where the command names them: otherwise the client could send
 * others.
 */
export async function presign(
  context: Context,
  call: OutboundCall,
  command: GetObjectCommand | PutObjectCommand,
  expiresIn: number,
): Promise<string> {
  context.assertGranted(call);
  return getSignedUrl(context.client(s3Client), command, {
    expiresIn,
    signingDate: context.now(),
    signableHeaders: new Set(['content-length', 'content-type', 'host', CHECKSUM_HEADER]),
    // In the address it would bind nothing that the client sends.
    unhoistableHeaders: new Set([CHECKSUM_HEADER]),
  });
}
