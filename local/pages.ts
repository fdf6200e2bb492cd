import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { hasTag, tagOfText } from '../shared/operation/entity-tags';
import { type Coding, compress, inPreferredCoding } from './content-coding';
import { jsonAnswer, type Wire, type WireAnswer, type WireRequest } from './wire';

/** Each type names its charset: without one, a browser may misread the letters of a script. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Security headers of every page and file of this machine: no type guessing, no framing, no referrer. */
const GUARDS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/**
 * A page that may load only from its own origin, and runs no inline script without the nonce. `more` changes the policy for one page, for
 * example `style-src 'unsafe-inline'`: a directive in `more` replaces the default one.
 */
export function pageAnswer(html: (nonce: string) => string, more: Readonly<Record<string, string>> = {}): WireAnswer {
  const nonce = randomBytes(16).toString('base64');
  const policy: Record<string, string> = {
    'default-src': "'none'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...more,
  };
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    ...GUARDS,
  };
  return { status: 200, headers, body: html(nonce) };
}

/** These types shrink to a third. An image of `CONTENT_TYPES` is compressed already, and a file this small takes one packet in any case. */
const IS_TEXT = /^(?:text\/|application\/json|image\/svg)/;
const SMALLEST_BYTES = 256;

/** A compressed content, and the tag of the content. */
interface Kept {
  readonly etag: string;
  readonly form: Promise<Buffer>;
}

/** Answers files by name: 304 to a client that has the content, compressed to a client that takes that. Compresses a content once. */
function fileAnswers() {
  const kept = new Map<string, Kept>();
  const formOf = (name: string, etag: string, coding: Coding, content: Buffer): Promise<Buffer> => {
    const key = `${coding} ${name}`;
    const known = kept.get(key);
    if (known?.etag === etag) return known.form;
    const form = compress(coding, content);
    kept.set(key, { etag, form });
    return form;
  };
  return async (name: string, type: string, content: Buffer, asked: WireRequest['headers']): Promise<WireAnswer> => {
    // Weak, because the tag is the same for all forms of the content.
    const etag = `W/${tagOfText(content)}`;
    const isVaried = IS_TEXT.test(type) && content.length >= SMALLEST_BYTES;
    const common = { ...GUARDS, etag, ...(isVaried && { vary: 'accept-encoding' }) };
    if (hasTag(String(asked['if-none-match'] ?? ''), etag)) return { status: 304, headers: common, body: '' };
    const answer = { status: 200, headers: { ...common, 'content-type': type }, body: content };
    return isVaried ? inPreferredCoding(answer, asked, (coding) => formOf(name, etag, coding, content)) : answer;
  };
}

/**
 * Serves files from disk as `GET {prefix}/{file}`. `pathOf` returns the path of a name; without one the answer is 404. Files are read at each
 * request, so a reload shows a change. `made` has the files that are not on disk.
 */
export function fileRoute(
  prefix: string,
  pathOf: (name: string) => string | undefined,
  made: ReadonlyMap<string, () => Promise<string>> = new Map(),
): Record<string, Wire> {
  const answer = fileAnswers();
  const contentOf = async (name: string): Promise<Buffer | undefined> => {
    const text = await made.get(name)?.();
    if (text !== undefined) return Buffer.from(text);
    const file = pathOf(name);
    return file !== undefined && existsSync(file) ? readFileSync(file) : undefined;
  };
  return {
    [`GET ${prefix}/{file}`]: async ({ path, headers }) => {
      const name = decodeURIComponent(path.slice(prefix.length + 1));
      const type = CONTENT_TYPES[extname(name)];
      const content = type === undefined ? undefined : await contentOf(name);
      if (type === undefined || content === undefined) return jsonAnswer(404, { error: 'NOT_FOUND' });
      return answer(name, type, content, headers);
    },
  };
}
