import type { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Context, OutboundCall } from '../runtime/context';
import { s3Client } from './buckets';

/**
 * Signs a request that the client sends. The client acts with the function's permission, so `call` names the permission
 * to check. Content type and content length are signed where the command names them: otherwise the client could send
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
    signableHeaders: new Set(['content-length', 'content-type', 'host']),
  });
}
