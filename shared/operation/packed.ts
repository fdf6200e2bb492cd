import { gunzipSync } from 'node:zlib';
import { listOf, notModified } from './entity-tags';
import type { HttpAnswer, ServedEvent } from './http';

/** The text of an answer that is the same for every caller, compressed when the function is built. */
export interface Packed {
  readonly etag: string;
  /** The compressed text in base 64, as a function answers bytes. */
  readonly gzip: string;
}

/** Five minutes: a client sees a new release soon, and does not load the text with each page. */
const STORED_FOR = 'public, max-age=300';

/** Answers a packed text: 304 to a client that has it, compressed to a client that accepts gzip, else in plain text. */
export function packedAnswer({ etag, gzip }: Packed, event: ServedEvent, requestId: string): HttpAnswer {
  const common = { 'X-Request-Id': requestId, ETag: etag, 'Cache-Control': STORED_FOR, Vary: 'Accept-Encoding' };
  const same = notModified(event, common);
  if (same) return same;
  const typed = { ...common, 'Content-Type': 'application/json' };
  return takesGzip(event.headers['accept-encoding'] ?? '')
    ? { statusCode: 200, headers: { ...typed, 'Content-Encoding': 'gzip' }, body: gzip, isBase64Encoded: true }
    : { statusCode: 200, headers: typed, body: gunzipSync(Buffer.from(gzip, 'base64')).toString() };
}

const takesGzip = (header: string): boolean =>
  listOf(header.toLowerCase()).some((one) => /^gzip(?!;\s*q=0(?:\.0+)?$)/.test(one.replace(/\s/g, '')));
