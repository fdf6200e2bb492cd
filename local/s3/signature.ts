import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '../engine';
import type { WireRequest } from '../wire';
import { accessDenied, S3Error } from './error';

/**
 * Checks signatures as S3 does. It shares no code with the SDK that makes them. Source: Amazon S3 API reference, "Authenticating requests:
 * using the Authorization header" and "…using query parameters (AWS Signature Version 4)".
 */
const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';
/** One week. */
const LONGEST_EXPIRY_SECONDS = 604_800;

/** The largest difference between the clocks of signer and S3. */
const ALLOWED_SKEW_MS = 15 * 60_000;

/** The fields of a signature. */
interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly payloadHash: string;
}

const isPresigned = ({ query }: WireRequest): boolean => query.has('X-Amz-Signature');

/** Throws S3's error unless the local credentials signed exactly this request, and the signature has not expired. */
export function checkSignature(request: WireRequest, now: Date): void {
  const claim = isPresigned(request) ? presignedClaim(request, now) : headerClaim(request);
  const [accessKeyId, ...scope] = claim.credential.split('/');
  if (accessKeyId !== LOCAL_CREDENTIALS.accessKeyId) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  }
  if (scope.join('/') !== scopeOf(claim.date)) {
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The credential must be of the scope ${scopeOf(claim.date)}.`,
    );
  }
  checkSignedHeaders(request, claim.signedHeaders.split(';'));
  const expected = signatureOf(request, claim);
  const sent = Buffer.from(claim.signature);
  if (sent.length !== expected.length || !timingSafeEqual(sent, Buffer.from(expected))) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  checkPayload(request, claim.payloadHash);
}

function presignedClaim({ query }: WireRequest, now: Date): Claim {
  const of = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  const from = instantOf(of('Date'));
  const seconds = Number(of('Expires'));
  if (of('Algorithm') !== ALGORITHM || !Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_EXPIRY_SECONDS) {
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Algorithm or X-Amz-Expires is not right.');
  }
  if (!(now.getTime() + ALLOWED_SKEW_MS >= from)) throw accessDenied('Request is not yet valid');
  if (now.getTime() >= from + seconds * 1000) throw accessDenied('Request has expired');
  return {
    credential: of('Credential'),
    date: of('Date'),
    signedHeaders: of('SignedHeaders'),
    signature: of('Signature'),
    payloadHash: UNSIGNED_PAYLOAD,
  };
}

/** The age of the signature is not checked: the SDK signs by the machine's clock, and a test may have set another one. */
function headerClaim({ headers }: WireRequest): Claim {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      String(headers.authorization ?? ''),
    ) ?? [];
  if (!credential || !signedHeaders || !signature) throw accessDenied();
  const payloadHash = String(headers['x-amz-content-sha256'] ?? '');
  if (payloadHash.startsWith('STREAMING-')) {
    throw new S3Error(
      501,
      'NotImplemented',
      'The stand-in does not support a body signed in chunks: sign the whole body.',
    );
  }
  return { credential, date: String(headers['x-amz-date'] ?? ''), signedHeaders, signature, payloadHash };
}

/** The host and every x-amz header of the request must be signed. */
function checkSignedHeaders({ headers }: WireRequest, signed: readonly string[]): void {
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name));
  if (!signed.includes('host') || unsigned.length > 0) {
    throw accessDenied(
      `There were headers present in the request which were not signed: ${unsigned.join(', ') || 'host'}`,
    );
  }
}

function checkPayload({ body }: WireRequest, payloadHash: string): void {
  if (payloadHash !== UNSIGNED_PAYLOAD && payloadHash !== sha256(body)) {
    throw new S3Error(
      400,
      'XAmzContentSHA256Mismatch',
      'The provided x-amz-content-sha256 header does not match what was computed.',
    );
  }
}

const scopeOf = (date: string): string => `${date.slice(0, 8)}/${LOCAL_REGION}/s3/aws4_request`;

/** Parses `20260302T150000Z`. Returns NaN for another format. */
function instantOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function signatureOf(request: WireRequest, { date, signedHeaders, payloadHash }: Claim): string {
  const canonical = [
    request.method,
    request.path.split('/').map(decodeURIComponent).map(encoded).join('/'),
    canonicalQuery(request.query),
    ...signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n');
  const text = [ALGORITHM, date, scopeOf(date), sha256(canonical)].join('\n');
  const key = scopeOf(date)
    .split('/')
    .reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${LOCAL_CREDENTIALS.secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

/** RFC 3986's unreserved characters are not encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
