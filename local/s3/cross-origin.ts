import type { FrontEnds } from '../front-ends';
import type { WireAnswer, WireRequest } from '../wire';
import { errorAnswer, S3Error } from './error';

/** The CORS rules of the buckets (lib/storage.ts), with the allowed front ends of this server. */
const METHODS = ['GET', 'PUT'];
const HEADERS = ['content-type', 'x-amz-checksum-sha256'];

/** Answers the preflight that a browser sends before an upload. */
export function preflight({ headers }: WireRequest, { isAllowed }: FrontEnds): WireAnswer {
  const { origin } = headers;
  const method = String(headers['access-control-request-method'] ?? '');
  const asked = String(headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (!isAllowed(origin) || !METHODS.includes(method) || !asked.every((name) => HEADERS.includes(name))) {
    return errorAnswer(new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.'));
  }
  return {
    status: 200,
    headers: {
      ...allowing(origin),
      'access-control-allow-methods': METHODS.join(', '),
      'access-control-allow-headers': asked.join(', '),
      'access-control-max-age': '3600',
    },
    body: '',
  };
}

/** The headers that let a page of an allowed origin read the answer. */
export const crossOriginHeaders = (
  { headers: { origin } }: WireRequest,
  { isAllowed }: FrontEnds,
): Record<string, string> => (isAllowed(origin) ? allowing(origin) : {});

const allowing = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  vary: 'Origin',
});
