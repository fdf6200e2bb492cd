import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { jsonAnswer, type Wire, type WireAnswer } from './wire';

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

/**
 * Serves files from disk as `GET {prefix}/{file}`. `pathOf` returns the path of a name; without one the answer is 404. Files are read at each
 * request, so a reload shows a change. `made` has the files that are not on disk.
 */
export function fileRoute(
  prefix: string,
  pathOf: (name: string) => string | undefined,
  made: ReadonlyMap<string, () => Promise<string>> = new Map(),
): Record<string, Wire> {
  return {
    [`GET ${prefix}/{file}`]: async ({ path }) => {
      const name = decodeURIComponent(path.slice(prefix.length + 1));
      const file = pathOf(name);
      const type = CONTENT_TYPES[extname(name)];
      const text = await made.get(name)?.();
      if (text !== undefined && type) return { status: 200, headers: { 'content-type': type, ...GUARDS }, body: text };
      if (file === undefined || type === undefined || !existsSync(file)) return jsonAnswer(404, { error: 'NOT_FOUND' });
      return { status: 200, headers: { 'content-type': type, ...GUARDS }, body: readFileSync(file) };
    },
  };
}
