import { gzipSync } from 'node:zlib';
import document from '../../docs/openapi.json';
import { tagOfText } from './entity-tags';
import type { Packed } from './packed';

/** The version of OpenAPI, and the document. The build of the functions replaces this module by its result. */
interface PackedDocument extends Packed {
  readonly openapi: string;
}

let made: PackedDocument | undefined;

/** Compresses the document once for each process. */
export function packedDocument(): PackedDocument {
  made ??= pack();
  return made;
}

function pack(): PackedDocument {
  const text = JSON.stringify(document);
  // Weak, because the tag is the same for the compressed and the plain text.
  return {
    openapi: document.openapi,
    etag: `W/${tagOfText(text)}`,
    gzip: gzipSync(text, { level: 9 }).toString('base64'),
  };
}
