import type { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Context, OutboundCall } from '../runtime/context';
import { s3Client } from './buckets';

/**
 * Signs a request that the client sends. The client acts with the function's permission, so `call` names the permission
 * to check. The content type is added to the signed headers: otherwise the client could send another one.
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
    signableHeaders: new Set(['content-type', 'host']),
  });
}
