import type { Operation } from './define';
import type { HttpAnswer } from './http';

/**
 * Headers of every answer, refusals and redirects included. Answers are data for programs: a browser must not store,
 * frame, or run them. `lib/inline/answer-unknown-route.ts` repeats them, because that code cannot import modules.
 */
const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const { 'Cache-Control': _, ...CACHEABLE_HEADERS } = SECURITY_HEADERS;

/** Adds the security headers to an answer. Only a success that says for how long may be stored. */
export function withSecurityHeaders(operation: Pick<Operation, 'output'>, answer: HttpAnswer): HttpAnswer {
  const isStored = isPacked(operation, answer) || isCached(operation, answer);
  const added = isStored ? CACHEABLE_HEADERS : SECURITY_HEADERS;
  return { ...answer, headers: { ...answer.headers, ...added } };
}

const isCached = ({ output }: Pick<Operation, 'output'>, { statusCode = 500 }: HttpAnswer): boolean =>
  output.headers?.['Cache-Control'] !== undefined && statusCode < 400;

/** True for the packed text itself, not for a refusal of its operation. */
export const isPacked = ({ output }: Pick<Operation, 'output'>, { statusCode = 500 }: HttpAnswer): boolean =>
  output.packed !== undefined && statusCode < 400;
