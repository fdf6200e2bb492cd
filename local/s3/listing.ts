import type { WireAnswer } from '../wire';
import { escaped } from './error';
import type { Objects } from './objects';

/** `ListObjectVersions` of a bucket without paging: the keys that begin with a prefix, newest version first. */
export function listedVersions(objects: Objects, bucket: string, query: URLSearchParams): WireAnswer {
  const found = objects.list(bucket, query.get('prefix') ?? '');
  const shown = found.slice(0, Number(query.get('max-keys') ?? 1000));
  const isTruncated = shown.length < found.length;
  const newest = new Set<string>();
  const entries = shown.map(({ key, id, at, size, etag, isDeleteMarker }) => {
    const isLatest = !newest.has(key);
    newest.add(key);
    const told = `<Key>${escaped(key)}</Key><VersionId>${id}</VersionId><IsLatest>${isLatest}</IsLatest><LastModified>${at}</LastModified>`;
    return isDeleteMarker
      ? `<DeleteMarker>${told}</DeleteMarker>`
      : `<Version>${told}<ETag>${escaped(etag)}</ETag><Size>${size}</Size></Version>`;
  });
  const next = isTruncated ? `<NextKeyMarker>${escaped(shown.at(-1)?.key ?? '')}</NextKeyMarker>` : '';
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?><ListVersionsResult><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListVersionsResult>`,
  };
}
