import type { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Context, OutboundCall } from '../runtime/context';
import { s3Client } from './buckets';

/**
 * Signs a request that somebody else will send, with the function's own rights at that time: nothing leaves here, and `call` says which right
 * it takes. Only a header that is named in the address's own list of signed headers must be sent as signed: the content type is added to it.
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
