import { createHash } from 'node:crypto';
import type { HttpAnswer, ServedEvent } from './http';

/** The parts of a header that commas separate. */
export const listOf = (header: string): string[] => header.split(',').map((one) => one.trim());

/** True when If-None-Match names the tag. A proxy may have made it weak: RFC 9110 compares weakly here. */
export const hasIt = (header: string, etag: string): boolean =>
  listOf(header).some((one) => one === '*' || one.replace(/^W\//, '') === etag.replace(/^W\//, ''));

/** Adds the ETag of the body, and leaves the body out for a client that has it. */
export function withEtag(answer: HttpAnswer, { headers }: ServedEvent): HttpAnswer {
  const etag = `"${createHash('sha256')
    .update(answer.body ?? '')
    .digest('base64url')
    .slice(0, 22)}"`;
  if (!hasIt(headers['if-none-match'] ?? '', etag)) return { ...answer, headers: { ...answer.headers, ETag: etag } };
  const { 'Content-Type': _, ...kept } = { ...answer.headers };
  return { statusCode: 304, headers: { ...kept, ETag: etag } };
}
