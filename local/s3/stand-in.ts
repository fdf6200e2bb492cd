import { type FrontEnds, frontEnds } from '../front-ends';
import type { MakeStandIn } from '../stand-in';
import type { Wire, WireAnswer, WireRequest } from '../wire';
import { ASSETS, type Asked, askedIn, bucketOf, DOCUMENTS } from './asked';
import { copy } from './copy';
import { crossOriginHeaders, preflight } from './cross-origin';
import { accessDenied, errorAnswer, S3Error } from './error';
import { eventOf, isOversized } from './events';
import { checkedSum, keptIn } from './kept-headers';
import { expireUploads } from './lifecycle';
import { listedVersions } from './listing';
import { type Objects, openObjects, type Version } from './objects';
import { checkSignature } from './signature';

/** The gateway shows public assets below this path. */
const SHOWN_BELOW = '/_local/assets';

/**
 * Amazon S3 with two versioned buckets, addressed by path, as the SDK does when the endpoint is an IP address. It accepts only correctly
 * signed requests that have not expired. The gateway shows assets without a token, as CloudFront does, because its address stays the same
 * after a restart.
 */
export const s3: MakeStandIn = ({
  dataDir,
  now,
  gateway,
  runTrigger,
  warn,
  frontEnds: allowed = frontEnds([], () => {}),
}) => {
  const objects = openObjects(dataDir);
  return {
    answer: answering(objects, now, allowed, (asked, version) => {
      // As EventBridge: the event is delivered later, and the upload does not wait for it.
      if (!isOversized(asked, version)) return;
      runTrigger('oversizedUpload', eventOf(asked, version)).catch((failure: unknown) =>
        warn(`The deletion of an oversized upload failed: ${failure}`),
      );
    }),
    environment: (endpoint) => ({
      AWS_ENDPOINT_URL_S3: endpoint,
      ASSETS_BUCKET_NAME: ASSETS,
      ASSETS_URL: `${gateway ?? endpoint}${SHOWN_BELOW}`,
      DOCUMENTS_BUCKET_NAME: DOCUMENTS,
    }),
    localRoutes: { [`GET ${SHOWN_BELOW}/*`]: (request) => shown(objects, request) },
    stop: async () => objects.close(),
  };
};

/** Called with each object that an upload created. */
type Created = (asked: Asked, version: Version) => void;

const answering =
  (objects: Objects, now: () => Date, allowed: FrontEnds, created: Created): Wire =>
  async (request) => {
    try {
      if (request.method === 'OPTIONS') return preflight(request, allowed);
      expireUploads(objects, now());
      const answer = await answerOf(objects, request, now(), created);
      return { ...answer, headers: { ...answer.headers, ...crossOriginHeaders(request, allowed) } };
    } catch (failure) {
      if (!(failure instanceof S3Error)) throw failure;
      const answer = errorAnswer(failure);
      return { ...answer, headers: { ...answer.headers, ...crossOriginHeaders(request, allowed) } };
    }
  };

async function answerOf(objects: Objects, request: WireRequest, now: Date, created: Created): Promise<WireAnswer> {
  if (request.method === 'GET' && request.query.has('versions')) {
    checkSignature(request, now);
    return listedVersions(objects, bucketOf(request.path), request.query);
  }
  const asked = askedIn(request);
  checkSignature(request, now);
  switch (request.method) {
    case 'PUT':
      return request.headers['x-amz-copy-source'] === undefined
        ? put(objects, request, asked, now, created)
        : copy(objects, request, asked, now);
    case 'GET':
    case 'HEAD':
      return read(objects, request, asked);
    case 'DELETE':
      objects.remove(asked.bucket, asked.key, asked.versionId, now);
      return { status: 204, body: '' };
    default:
      throw new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
  }
}

/**
 * Answers as CloudFront does: the newest version, with headers that stop its scripts. CloudFront may not list the bucket, so a missing
 * object is answered 403.
 */
function shown(objects: Objects, request: WireRequest): WireAnswer {
  const guards = {
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
  try {
    const asked = askedIn({ ...request, path: `/${ASSETS}${request.path.slice(SHOWN_BELOW.length)}` });
    const answer = read(objects, request, { ...asked, versionId: undefined });
    return { ...answer, headers: { ...answer.headers, ...guards } };
  } catch (failure) {
    if (!(failure instanceof S3Error)) throw failure;
    return errorAnswer(failure.status === 404 ? accessDenied() : failure);
  }
}

async function put(
  objects: Objects,
  { headers, body }: WireRequest,
  asked: Asked,
  now: Date,
  created: Created,
): Promise<WireAnswer> {
  if (headers['content-encoding'] !== undefined) {
    throw new S3Error(501, 'NotImplemented', 'The stand-in supports only plain, complete bodies: no encoding.');
  }
  const sha256 = checkedSum(headers, body);
  const version = await objects.put({ ...asked, ...keptIn(headers), sha256, body }, now);
  created(asked, version);
  return { status: 200, headers: { etag: version.etag, 'x-amz-version-id': version.id }, body: '' };
}

function read(objects: Objects, { headers }: WireRequest, { bucket, key, versionId }: Asked): WireAnswer {
  const version = objects.find(bucket, key, versionId);
  const range = rangeOf(headers.range, version.size);
  const isSumAsked = headers['x-amz-checksum-mode'] === 'ENABLED';
  const whole = objects.bodyOf(version);
  const body = range ? whole.subarray(range.from, range.to + 1) : whole;
  return {
    status: range ? 206 : 200,
    headers: {
      ...headersOf(version),
      // S3 answers the checksum of the whole object for a request of the whole object alone.
      ...(isSumAsked && version.sha256 && !range && { 'x-amz-checksum-sha256': version.sha256 }),
      'content-length': String(body.length),
      ...(range && { 'content-range': `bytes ${range.from}-${range.to}/${version.size}` }),
    },
    body,
  };
}

const headersOf = ({ id, at, contentType, cacheControl, contentDisposition, etag }: Version) => ({
  'content-type': contentType,
  ...(cacheControl && { 'cache-control': cacheControl }),
  ...(contentDisposition && { 'content-disposition': contentDisposition }),
  'last-modified': new Date(at).toUTCString(),
  'accept-ranges': 'bytes',
  etag,
  'x-amz-version-id': id,
});

/** Parses `bytes=0-4095`. Ignores other forms of ranges, which HTTP allows. */
function rangeOf(header: string | string[] | undefined, size: number): { from: number; to: number } | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(String(header ?? '')) ?? [];
  if (first === undefined) return undefined;
  const from = Number(first);
  if (from >= size) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  return { from, to: last ? Math.min(Number(last), size - 1) : size - 1 };
}
