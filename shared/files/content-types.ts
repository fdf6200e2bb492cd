/**
 * The content types that may be uploaded, with the file format that their first bytes must show. Sources: RFC 9110 §8.3
 * and IANA for the names; each format's own specification for the signature (ISO 10918, PNG, RIFF, GIF89a, ISO
 * 14496-12, ISO 32000, MS-CFB, ZIP).
 */
const KIND_OF_TYPE = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
  'application/msword': 'compound',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'zip',
  'application/vnd.ms-excel': 'compound',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'zip',
  'text/csv': 'text',
  'application/xml': 'markup',
  'text/xml': 'markup',
  'text/plain': 'text',
} as const;
export type ContentType = keyof typeof KIND_OF_TYPE;

// `Object.keys` returns string[], so the type of the keys is asserted.
export const CONTENT_TYPES = Object.keys(KIND_OF_TYPE) as readonly ContentType[];

/** The endings that a name of the type can have. The first one is added to a name with another ending. */
const ENDINGS: Readonly<Record<ContentType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'text/csv': ['csv'],
  'application/xml': ['xml'],
  'text/xml': ['xml'],
  'text/plain': ['txt', 'csv', 'log'],
};

/**
 * The name under which a browser saves a file of this type. The interface takes any name for any type, and a machine opens a file by the
 * ending of its name: `factura.exe`, whose bytes are those of a PDF and of a program, becomes `factura.exe.pdf`.
 */
export function savedName(contentType: string, fileName: string): string {
  const known = CONTENT_TYPES.find((type) => type === contentType);
  if (known === undefined) return fileName;
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return ENDINGS[known].includes(ending) && fileName.includes('.') ? fileName : `${fileName}.${ENDINGS[known][0]}`;
}

/** The number of first bytes that {@link looksLike} needs, and of last bytes that {@link endsLike} needs. */
export const EDGE_BYTES = 4096;

type Kind = (typeof KIND_OF_TYPE)[ContentType];

/** Readers accept the header of a PDF anywhere in the first 1,024 bytes. */
const PDF_HEADER_WITHIN = 1024;

/** Brands of HEIF files with one image or several. */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'];

/** Formats with a signature. A file without any signature can be text. */
const SIGNATURES: Readonly<Record<Exclude<Kind, 'text' | 'markup'>, (head: string) => boolean>> = {
  jpeg: (head) => head.startsWith('\xff\xd8\xff'),
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  gif: (head) => /^GIF8[79]a/.test(head),
  heic: (head) => head.startsWith('ftyp', 4) && HEIC_BRANDS.includes(head.slice(8, 12)),
  pdf: (head) => head.slice(0, PDF_HEADER_WITHIN).includes('%PDF-'),
  compound: (head) => head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  zip: (head) => head.startsWith('PK\x03\x04'),
};

/**
 * Control characters that do not occur in text. The encoding is not checked: Excel in Mexico writes CSV in
 * Windows-1252.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const NO_TEXT = /[\x00-\x08\x0b\x0e-\x1f\x7f]/;

/** Whether a file with these first bytes can have the content type. */
export function looksLike(contentType: string, bytes: Uint8Array): boolean {
  const known = CONTENT_TYPES.find((type) => type === contentType);
  return known !== undefined && isOfKind(KIND_OF_TYPE[known], bytes);
}

function isOfKind(kind: Kind, bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes).toString('latin1');
  if (kind !== 'text' && kind !== 'markup') return SIGNATURES[kind](head);
  const isText = !NO_TEXT.test(head) && !Object.values(SIGNATURES).some((shows) => shows(head));
  return isText && (kind === 'text' || /^(?:\xef\xbb\xbf)?\s*</.test(head));
}

/** A ZIP archive is read from its end: this record is its last one (ZIP specification, 4.3.16). */
const ZIP_END = 'PK\x05\x06';
/** The marker at the end of a PDF. Readers accept it in the last 1,024 bytes. */
const PDF_END = '%%EOF';
const PDF_END_WITHIN = 1024;

/**
 * Whether a file with these last bytes can have the content type. A file can begin as one format and end as another,
 * for example a picture with an archive of programs behind it, and programs that read from the end take the second one.
 */
export function endsLike(contentType: string, bytes: Uint8Array): boolean {
  const known = CONTENT_TYPES.find((type) => type === contentType);
  return known !== undefined && isEndOfKind(KIND_OF_TYPE[known], bytes);
}

function isEndOfKind(kind: Kind, bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes).toString('latin1');
  if (kind === 'zip') return tail.includes(ZIP_END);
  // An old Office file may hold other documents, also at its end.
  if (kind === 'compound') return true;
  if (tail.includes(ZIP_END)) return false;
  if (kind === 'text' || kind === 'markup') return !NO_TEXT.test(tail);
  return kind === 'pdf' || !tail.slice(-PDF_END_WITHIN).includes(PDF_END);
}
