import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** The sources that are deployed. */
const SOURCES = ['shared', 'functions', 'lib/inline'].flatMap(sourcesIn).map((path) => readFileSync(path, 'utf8'));

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(ROOT, folder, path))
    .filter((path) => path.endsWith('.ts') && statSync(path).isFile());
}

const found = (pattern: RegExp): string[] => [
  ...new Set(SOURCES.flatMap((source) => [...source.matchAll(pattern)].map(([all, part]) => part ?? all))),
];

test('the product imports no module of Node that starts a program, runs a text or reads a file', () => {
  const modules = found(/\b(?:from|import|require)\s*\(?\s*['"]node:([\w/]+)['"]/g);
  expect(modules.sort()).toEqual([
    'crypto',
    'dns/promises',
    'events',
    'http',
    'https',
    'net',
    'stream',
    'tls',
    'util',
    'zlib',
  ]);
});

test('the product imports these packages and no interpreter of XML, LDAP, templates or another language', () => {
  const packages = found(/\bfrom\s+['"]((?:@[\w-]+\/)?[a-z][\w-]*)[\w/-]*['"]/g);
  const others = packages.filter((name) => !name.startsWith('@aws-sdk/') && !name.startsWith('@middy/'));
  expect(others.sort()).toEqual([
    '@date-fns/tz',
    '@googlemaps/polyline-codec',
    'aws-jwt-verify',
    'aws-lambda',
    'csv-parse',
    'csv-stringify',
    'facturapi',
    'pdf-lib',
    'valibot',
  ]);
});

test('no text becomes code or a regular expression', () => {
  expect(found(/\beval\(|\bFunction\(['"`]|\bnew (?:Function|RegExp)\(/g)).toEqual([]);
});

test('the product hashes by SHA-256 and encrypts by AES-256-GCM alone', () => {
  expect(found(/\bcreate(?:Hash|Hmac)\(\s*['"]([^'"]+)['"]/g)).toEqual(['sha256']);
  expect([...new Set(found(/\bcreate(?:C|Dec)ipheriv\(\s*['"]([^'"]+)['"]/g))]).toEqual(['aes-256-gcm']);
  // A name that is not written in the call would pass unseen.
  expect(found(/\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\(\s*[^'"\s]/g)).toEqual([]);
});

test('no connection accepts a certificate unchecked', () => {
  expect(found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/g)).toEqual([]);
});
