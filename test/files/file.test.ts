import fc from 'fast-check';
import * as v from 'valibot';
import { CONTENT_TYPES, EDGE_BYTES, endsLike, looksLike } from '../../shared/files/content-types';
import {
  bucketOf,
  encodedKey,
  entityIdIn,
  FileName,
  type FileRecord,
  FileRegistration,
  FOLDERS,
  filedEntity,
  GRANT_SECONDS,
  isSameFile,
  keyOf,
  MAXIMUM_FILE_BYTES,
  WAITING_DAYS,
} from '../../shared/files/file';
import { ID, NOW } from '../platform/values/schemas';

const messageFor = (name: string) => v.safeParse(FileName, name).issues?.[0].message;

describe('a file name', () => {
  test.each([
    'licencia.pdf',
    'Póliza de seguro (2026) ñ.pdf',
    '.hidden',
    'a.b.c',
    '合同.docx',
    'رخصة.pdf',
    '👩🏽‍🔧 taller.png',
    "it's 100% & +1;=#?.pdf",
    'x'.repeat(255),
    `${'ñ'.repeat(127)}x`,
  ])('may be %s', (name) => expect(messageFor(name)).toBeUndefined());

  test.each([
    ['empty', '', 'This cannot be empty.'],
    ['a path upwards', '../../etc/passwd', 'Remove the slashes from the file name.'],
    ['the folder above', '..', 'Remove the ".." from the file name.'],
    ['two dots within', 'a..pdf', 'Remove the ".." from the file name.'],
    ['the folder itself', '.', 'Remove the ".." from the file name.'],
    ['a slash', 'a/b.pdf', 'Remove the slashes from the file name.'],
    ['a backslash', 'C:\\licencia.pdf', 'Remove the slashes from the file name.'],
    ['a line break', 'a\nb.pdf', 'Remove the control characters.'],
    ['a carriage return', 'a\r\nX-Evil: 1', 'Remove the control characters.'],
    ['NUL', 'a.pdf\0.exe', 'Remove the control characters.'],
    ['DEL', 'a\x7f.pdf', 'Remove the control characters.'],
    ['a control character of Latin-1', 'a\x85.pdf', 'Remove the control characters.'],
    [
      'a right-to-left override',
      'factura\u202efdp.exe',
      'Remove the invisible direction and line marks from the file name.',
    ],
    ['a right-to-left mark', 'a\u200f.pdf', 'Remove the invisible direction and line marks from the file name.'],
    ['a left-to-right isolate', 'a\u2066.pdf', 'Remove the invisible direction and line marks from the file name.'],
    ['an Arabic letter mark', 'a\u061c.pdf', 'Remove the invisible direction and line marks from the file name.'],
    ['a line separator', 'a\u2028.pdf', 'Remove the invisible direction and line marks from the file name.'],
    ['a lone surrogate', 'a\ud83d.pdf', 'Remove the broken characters (lone surrogates).'],
    ['256 bytes', 'x'.repeat(256), 'Send at most 255 characters.'],
    ['256 bytes of fewer characters', 'ñ'.repeat(128), 'Send at most 255 bytes.'],
  ])('may not be or have %s', (_, name, message) => expect(messageFor(name)).toBe(message));

  test('that is taken stays one part of its key, which comes back from its address as it was', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((name) => v.is(FileName, name));
    fc.assert(
      fc.property(names, (fileName) => {
        const entityId = '01890a5d-ac96-774b-bcce-b302099a8099';
        const key = keyOf({ folder: 'drivers-files', entityId, fileName, teamId: '' });
        expect(key.split('/')).toEqual(['drivers-files', entityId, fileName]);
        expect(entityIdIn(key)).toBe(entityId);
        const { pathname } = new URL(`https://assets.example/${encodedKey(key)}`);
        expect(pathname).toBe(`/${encodedKey(key)}`);
        expect(decodeURIComponent(pathname)).toBe(`/${key}`);
      }),
    );
  });
});

test('a key keeps its slashes in an address, and nothing else that an address would read', () => {
  expect(encodedKey("drivers-files/a/(1) O'Neil! *.pdf")).toBe('drivers-files/a/%281%29%20O%27Neil%21%20%2A.pdf');
});

test('a key has at most 1,024 bytes', () => {
  const sent = {
    teamId: ID,
    entityType: 'x',
    entityId: ID,
    fileId: ID,
    fileName: 'a.pdf',
    contentType: 'application/pdf',
  };
  const taken = ['ñ'.repeat(512), `${'ñ'.repeat(512)}x`, 'ñ'.repeat(513)].map((key) =>
    v.is(FileRegistration, { ...sent, key }),
  );
  expect(taken).toEqual([true, false, false]);
});

test('a key without an entity names none', () => {
  expect(keyOf({ folder: 'teams', entityId: undefined, fileName: 'logo.png', teamId: 't' })).toBe('teams/logo.png');
  expect(entityIdIn('teams/logo.png')).toBeUndefined();
});

test('papers are documents and the rest assets, unless another bucket is asked for', () => {
  const folders = Object.keys(FOLDERS) as readonly (keyof typeof FOLDERS)[];
  expect(folders.filter((folder) => bucketOf(folder, undefined) === 'documents')).toEqual([
    'drivers-files',
    'vehicles-files',
    'clients-files',
    'teams-files',
    'imports',
    'trips',
  ]);
  expect(bucketOf('teams', undefined)).toBe('assets');
  expect([bucketOf('teams', 'documents'), bucketOf('teams-files', 'assets')]).toEqual(['documents', 'assets']);
});

describe('a registration that is sent again', () => {
  const sent = {
    teamId: ID,
    entityType: 'DRIVER',
    entityId: ID,
    fileId: ID,
    key: `drivers-files/${ID}/licencia.pdf`,
    fileName: 'licencia.pdf',
    contentType: 'application/pdf',
  } as const;
  const file: FileRecord = { ...sent, bucket: 'documents', size: 1, uploadedBy: ID, uploadedAt: NOW, versionId: 'v' };

  test('is the same with its bucket, and without', () => {
    expect([isSameFile(file, sent), isSameFile(file, { ...sent, bucket: 'documents' })]).toEqual([true, true]);
    expect(isSameFile(file, { ...sent, size: 7 })).toBe(true);
  });

  test.each([
    { bucket: 'assets' as const },
    { entityType: 'VEHICLE' },
    { entityId: NOW },
    { key: 'x' },
    { fileName: 'x' },
    { contentType: 'image/png' as const },
  ])('is another one with %j', (change) => {
    expect(isSameFile(file, { ...sent, ...change })).toBe(false);
  });
});

test.each([
  ['driver', 'driver'],
  ['DRIVERS', 'driver'],
  [' Vehicle ', 'vehicle'],
  ['users', 'member'],
  ['team', 'team'],
  ['clients', 'client'],
  ['licence', undefined],
  ['constructor', undefined],
  ['driver-licence', undefined],
])('the entity type %j is of the record %s', (entityType, kind) => expect(filedEntity(entityType)).toBe(kind));

const bytes = (...parts: readonly (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

/** The first bytes of a file of each kind. */
const BEGINNINGS = {
  jpeg: bytes('\xff\xd8\xff\xe0\0\x10JFIF'),
  png: bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  webp: bytes('RIFF\x24\0\0\0WEBPVP8 '),
  gif: bytes('GIF89a\x01\0'),
  heic: bytes('\0\0\0\x18ftypheic\0\0\0\0'),
  pdf: bytes('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'),
  compound: bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0'),
  zip: bytes('PK\x03\x04\x14\0'),
  markup: bytes('<?xml version="1.0"?><cfdi/>'),
  text: bytes('placa,km\r\n12-AB-3C,10\r\n'),
  program: bytes('MZ\x90\0\x03'),
} as const;
type Beginning = keyof typeof BEGINNINGS;

/** The kinds of content that each declared type accepts. */
const TAKEN: Readonly<Record<string, readonly Beginning[]>> = {
  'image/jpeg': ['jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'application/pdf': ['pdf'],
  'application/msword': ['compound'],
  'application/vnd.ms-excel': ['compound'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['zip'],
  'text/csv': ['text', 'markup'],
  'text/plain': ['text', 'markup'],
  'application/xml': ['markup'],
  'text/xml': ['markup'],
};

test('the types that may be uploaded are those of the ruling', () =>
  expect([...CONTENT_TYPES].sort()).toEqual(Object.keys(TAKEN).sort()));

test.each(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])(
  '%s is a brand of HEIF, as no film is',
  (brand) => {
    const of = (name: string) => looksLike('image/heic', bytes(`\0\0\0\x18ftyp${name}\0\0\0\0`));
    expect([of(brand), of('isom'), of('')]).toEqual([true, false, false]);
  },
);

test.each(Object.entries(TAKEN))('%s is what its first bytes say', (contentType, taken) => {
  const like = Object.entries(BEGINNINGS).flatMap(([kind, head]) => (looksLike(contentType, head) ? [kind] : []));
  expect(like.sort()).toEqual([...taken].sort());
  expect(looksLike(contentType, bytes())).toBe(contentType === 'text/csv' || contentType === 'text/plain');
});

test.each([
  ['a PDF after junk of 1,019 bytes', 'application/pdf', bytes('\n'.repeat(1019), '%PDF-'), true],
  ['a PDF after junk of 1,020 bytes', 'application/pdf', bytes('\n'.repeat(1020), '%PDF-'), false],
  ['a RIFF that is no picture', 'image/webp', bytes('RIFF\x24\0\0\0WAVEfmt '), false],
  ['a picture of WEBP that is no RIFF', 'image/webp', bytes('RIFX\x24\0\0\0WEBPVP8 '), false],
  ['a GIF that begins later', 'image/gif', bytes('xGIF89a'), false],
  ['a box that is no type of file', 'image/heic', bytes('\0\0\0\x18moovheic\0\0\0\0'), false],
  ['markup that begins later', 'text/xml', bytes('a<b/>'), false],
  ['a film', 'image/heic', bytes('\0\0\0\x18ftypmp42\0\0\0\0'), false],
  ['HEIF of one picture', 'image/heic', bytes('\0\0\0\x18ftypmif1\0\0\0\0'), true],
  ['XML after a mark and blanks', 'text/xml', bytes('\xef\xbb\xbf\r\n <a/>'), true],
  ['CSV of Excel in Windows-1252', 'text/csv', bytes('a\xf1o;placa\r\n'), true],
  ['text of UTF-16', 'text/plain', bytes('\xff\xfea\0b\0'), false],
  ['text with a control character', 'text/plain', bytes('a\x1bc'), false],
  ['text cut within a character', 'text/plain', bytes('a'.repeat(EDGE_BYTES - 1), '\xc3'), true],
  ['a type that nobody knows', 'text/html', bytes('<html>'), false],
])('%s', (_, contentType, head, expected) => expect(looksLike(contentType, head)).toBe(expected));

/** The last bytes of a file of each kind. */
const ENDS = {
  jpeg: bytes('\x01\xff\xd9'),
  png: bytes('\0\0\0\0IEND\xaeB`\x82'),
  pdf: bytes('startxref\n9\n%%EOF\n'),
  zip: bytes('PK\x05\x06', '\0'.repeat(18)),
  text: bytes('12-AB-3C,10\r\n'),
  program: bytes('\0\x01MZ\x90'),
} as const;

test.each([
  ['image/png', ['jpeg', 'png', 'text', 'program']],
  ['image/jpeg', ['jpeg', 'png', 'text', 'program']],
  ['application/pdf', ['jpeg', 'png', 'pdf', 'text', 'program']],
  ['application/msword', ['jpeg', 'png', 'pdf', 'zip', 'text', 'program']],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ['zip']],
  ['text/csv', ['text', 'pdf']],
  ['text/xml', ['text', 'pdf']],
  ['text/html', []],
])('doors 5: %s may end as %j, and as no other format', (contentType, taken) => {
  const like = Object.entries(ENDS).flatMap(([kind, tail]) => (endsLike(contentType, tail) ? [kind] : []));
  expect(like.sort()).toEqual([...taken].sort());
});

test('doors 5: the end of a PDF far before the end of a picture is not its end', () => {
  expect(endsLike('image/jpeg', bytes('%%EOF', 'x'.repeat(1020)))).toBe(true);
  expect(endsLike('image/jpeg', bytes('%%EOF', 'x'.repeat(1019)))).toBe(false);
});

test('an unused key is anybody’s after an hour, and an upload that is no file nobody’s after a day', () => {
  expect([GRANT_SECONDS, WAITING_DAYS]).toEqual([3600, 1]);
});

test('a file may have 25 MiB', () => {
  expect(MAXIMUM_FILE_BYTES).toBe(26_214_400);
});
