import type { Operation } from './define';
import type { HttpAnswer } from './http';

/**
 * Headers of every answer, refusals and redirects included. Answers are data for programs: a browser must not store,
 * frame, or run them. `lib/inline/answer-unknown-route.ts` repeats them, because that code cannot import modules.
 */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const { 'Cache-Control': _, ...CACHEABLE_HEADERS } = SECURITY_HEADERS;

/** Adds the security headers to an answer. Only a packed text may be stored; its answer says for how long. */
export function withSecurityHeaders({ output }: Pick<Operation, 'output'>, answer: HttpAnswer): HttpAnswer {
  const isCacheable = output.packed !== undefined && (answer.statusCode ?? 500) < 400;
  return { ...answer, headers: { ...answer.headers, ...(isCacheable ? CACHEABLE_HEADERS : SECURITY_HEADERS) } };
}
