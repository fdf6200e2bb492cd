import { validationError } from '../platform/errors';
import type { IfMatch } from '../platform/table/version';
import type { Operation } from './define';
import type { ServedEvent } from './http';

type Declared = Pick<Operation, 'route' | 'output'>;

/** A change of a record that has versions takes the header If-Match. */
export const takesIfMatch = ({ route, output }: Declared): boolean =>
  output.version !== undefined && /^(PUT|PATCH) /.test(route);

/** Entity tags (RFC 9110 §8.8.3), separated by commas. */
const TAGS = /^(?:W\/)?"[\x21\x23-\x7e]*"(?:[ \t]*,[ \t]*(?:W\/)?"[\x21\x23-\x7e]*")*$/;

/** A version in its only spelling. A weak tag, or any other text, is the tag of no version. */
const VERSION = /(?<!W\/)"(0|[1-9]\d{0,14})"/g;

/** The versions that the header If-Match accepts. Undefined without the header. */
export function ifMatchOf(operation: Declared, { headers }: Pick<ServedEvent, 'headers'>): IfMatch | undefined {
  const header = takesIfMatch(operation) ? headers['if-match']?.trim() : undefined;
  if (header === undefined || header === '*') return header;
  if (!TAGS.test(header))
    throw validationError('If-Match', {
      en: 'Send the ETag of an earlier answer with its quotation marks, such as "3", or *.',
      es: 'Envíe el ETag de una respuesta anterior con sus comillas, por ejemplo "3", o *.',
    });
  return [...header.matchAll(VERSION)].map(([, digits]) => Number(digits));
}
