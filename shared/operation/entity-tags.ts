import { createHash } from 'node:crypto';
import type { HttpAnswer, ServedEvent } from './http';

/** The parts of a header that commas separate. */
export const listOf = (header: string): string[] => header.split(',').map((one) => one.trim());

/** The entity tag of a version (RFC 9110 §8.8.3). */
export const tagOfVersion = (version: number): string => `"${version}"`;

/** The entity tag of a text or of bytes: two different texts have different tags. */
export const tagOfText = (text: string | Uint8Array): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** The answer to a GET of a client that has the content with this tag. Undefined for any other request. */
export function notModified<H extends { readonly ETag: string }>(
  { headers, requestContext }: ServedEvent,
  common: H,
): { statusCode: number; headers: H } | undefined {
  const isRead = requestContext.http.method === 'GET';
  return isRead && hasTag(headers['if-none-match'] ?? '', common.ETag)
    ? { statusCode: 304, headers: common }
    : undefined;
}

/** Adds the tag of the body, and leaves the body out for a client that has it. */
export function withTextTag(answer: HttpAnswer, event: ServedEvent): HttpAnswer {
  const { 'Content-Type': type, ...others } = { ...answer.headers };
  const common = { ...others, ETag: tagOfText(answer.body ?? '') };
  return (
    notModified(event, common) ?? {
      ...answer,
      headers: { ...common, ...(type !== undefined && { 'Content-Type': type }) },
    }
  );
}

/** True if the header If-None-Match names the tag, or any. A proxy may have made it weak: a weak tag counts as its strong form. */
export const hasTag = (header: string, tag: string): boolean =>
  listOf(header).some((one) => one === '*' || strong(one) === strong(tag));

const strong = (tag: string): string => tag.replace(/^W\//, '');
