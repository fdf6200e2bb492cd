import type { WireAnswer, WireRequest } from '../wire';
import { type Asked, askedIn } from './asked';
import { escaped, S3Error } from './error';
import { keptIn } from './kept-headers';
import type { Objects } from './objects';

/**
 * `CopyObject`: the source is a version or the newest one. Source: Amazon S3 API reference, "CopyObject". Without the
 * directive REPLACE the copy keeps the headers of the source, and those of the request have no effect.
 */
export async function copy(objects: Objects, { headers }: WireRequest, to: Asked, now: Date): Promise<WireAnswer> {
  const { origin, pathname, searchParams } = new URL(
    `/${String(headers['x-amz-copy-source']).replace(/^\//, '')}`,
    'http://127.0.0.1',
  );
  if (origin !== 'http://127.0.0.1') throw new S3Error(400, 'InvalidArgument', 'Invalid copy source');
  const from = askedIn({ path: pathname, query: searchParams });
  const source = objects.find(from.bucket, from.key, from.versionId);
  const expected = headers['x-amz-copy-source-if-match'];
  if (expected !== undefined && expected !== source.etag) {
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  }
  const kept = isReplaced(headers['x-amz-metadata-directive']) ? keptIn(headers) : source;
  const { contentType, cacheControl, contentDisposition } = kept;
  const body = objects.bodyOf(source);
  const { id, at, etag } = await objects.put(
    { bucket: to.bucket, key: to.key, contentType, cacheControl, contentDisposition, body },
    now,
  );
  return {
    status: 200,
    headers: {
      'content-type': 'application/xml',
      'x-amz-version-id': id,
      'x-amz-copy-source-version-id': source.id,
    },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<CopyObjectResult><LastModified>${at}</LastModified><ETag>${escaped(etag)}</ETag></CopyObjectResult>`,
  };
}

function isReplaced(directive: string | string[] | undefined): boolean {
  if (directive === undefined || directive === 'COPY') return false;
  if (directive === 'REPLACE') return true;
  throw new S3Error(400, 'InvalidArgument', 'Unknown metadata directive.');
}
