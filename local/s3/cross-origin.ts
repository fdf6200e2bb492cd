import type { FrontEnds } from '../front-ends';
import type { WireAnswer, WireRequest } from '../wire';
import { errorAnswer, S3Error } from './error';

/** The CORS rules of the buckets (lib/storage.ts), with the allowed front ends of this server. Every page may read what a signed address gives. */
const READING = 'GET';
const WRITING = 'PUT';
const HEADERS = ['content-type', 'x-amz-checksum-sha256'];

/** Answers the preflight that a browser sends, as it does before an upload. */
export function preflight({ headers }: WireRequest, { isAllowed }: FrontEnds): WireAnswer {
  const { origin } = headers;
  const method = String(headers['access-control-request-method'] ?? '');
  const asked = String(headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const isReading = method === READING && asked.length === 0;
  const isWriting = method === WRITING && isAllowed(origin) && asked.every((name) => HEADERS.includes(name));
  if (!isReading && !isWriting) {
    return errorAnswer(new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.'));
  }
  return {
    status: 200,
    headers: {
      ...(isAllowed(origin) && isWriting ? allowing(origin) : { 'access-control-allow-origin': '*' }),
      'access-control-allow-methods': method,
      'access-control-allow-headers': asked.join(', '),
      'access-control-max-age': '3600',
    },
    body: '',
  };
}

/** The headers that let a page read the answer: every page that of a GET, a page of an allowed origin that of an upload. */
export function crossOriginHeaders(
  { method, headers: { origin } }: WireRequest,
  { isAllowed }: FrontEnds,
): Record<string, string> {
  if (origin === undefined) return {};
  if (method === READING) return { 'access-control-allow-origin': '*' };
  return isAllowed(origin) ? allowing(origin) : {};
}

const allowing = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  vary: 'Origin',
});
