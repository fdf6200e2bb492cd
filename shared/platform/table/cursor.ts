import { createHash } from 'node:crypto';
import { validationError } from '../errors';

/** Identifies a list: partition and filters. A cursor is valid for this list only. */
export type ListIdentity = readonly (string | number | boolean | undefined)[];

const DIGEST_CHARACTERS = 22;
const MAXIMUM_POSITION = 1024;

/**
 * Makes the cursor of the next page: the last sort key, and a digest of list and sort key. The cursor contains no
 * partition key. The next page is always read from the caller's own partition, so an altered cursor cannot show records
 * of others. The digest makes an altered cursor a 400.
 */
export const cursorOf = (list: ListIdentity, position: string): string =>
  Buffer.from(`${digest(list, position)}${position}`).toString('base64url');

/** Reads the position from a cursor of {@link cursorOf}. Any other text is a 400. */
export function positionOf(list: ListIdentity, cursor: string): string {
  const text = Buffer.from(cursor.slice(0, 2 * MAXIMUM_POSITION), 'base64url').toString('utf8');
  const position = text.slice(DIGEST_CHARACTERS);
  if (position === '' || cursor !== cursorOf(list, position)) {
    throw validationError(
      'cursor',
      'Send the nextCursor of the page before, unaltered, with the same filters; or leave it out to begin.',
    );
  }
  return position;
}

const digest = (list: ListIdentity, position: string): string =>
  createHash('sha256')
    .update(JSON.stringify([list, position]))
    .digest('base64url')
    .slice(0, DIGEST_CHARACTERS);
