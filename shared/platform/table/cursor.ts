import { createHash } from 'node:crypto';
import { validationError } from '../errors';

/** Names one list as one caller sees it: partition and filters. A cursor is good for that list alone. */
export type ListIdentity = readonly (string | number | boolean | undefined)[];

const DIGEST_CHARACTERS = 22;
const MAXIMUM_POSITION = 1024;

/**
 * Where a list goes on: the sort key it has come to, and a digest of list and position. It holds no partition key: the next page is asked
 * of the caller's own partition, whatever the cursor says, so that an altered one could show nothing that its holder may not see; the
 * digest makes it a 400 all the same.
 */
export const cursorOf = (list: ListIdentity, position: string): string =>
  Buffer.from(`${digest(list, position)}${position}`).toString('base64url');

/** The position that {@link cursorOf} wrote for this list; anything else is 400. */
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
