import { createHash } from 'node:crypto';
import type { WireRequest } from '../wire';
import { S3Error } from './error';
import type { KeptHeaders } from './objects';

/** The headers of a request that S3 keeps with the object. */
export const keptIn = (headers: WireRequest['headers']): KeptHeaders & { readonly contentType: string } => ({
  contentType: textIn(headers['content-type']) ?? 'binary/octet-stream',
  cacheControl: textIn(headers['cache-control']),
  contentDisposition: textIn(headers['content-disposition']),
});

const textIn = (header: string | string[] | undefined): string | undefined =>
  header === undefined ? undefined : String(header);

/**
 * The SHA-256 that an upload names, in base64. S3 refuses other bytes. Source: Amazon S3 user guide, "Checking object integrity for data
 * uploads".
 */
export function checkedSum(headers: WireRequest['headers'], body: Buffer): string | undefined {
  const named = textIn(headers['x-amz-checksum-sha256']);
  if (named === undefined || named === createHash('sha256').update(body).digest('base64')) return named;
  throw new S3Error(400, 'BadDigest', 'The SHA256 you specified did not match the calculated checksum.');
}
