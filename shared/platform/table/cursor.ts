import { validationError } from '../errors';
import type { Context } from '../runtime/context';
import { isSameDigest, stageDigest } from '../runtime/stage-key';

/** Identifies a list: partition and filters. A cursor is valid for this list only. */
export type ListIdentity = readonly (string | number | boolean | undefined)[];

const DIGEST_CHARACTERS = 22;
const MAXIMUM_POSITION = 1024;

type Keyed = Pick<Context, 'environment'>;

/**
 * Makes the cursor of the next page: the last sort key, and a digest of list and sort key with the key of the stage, so
 * that no client can make a cursor of its own. The cursor contains no partition key. The next page is always read from
 * the caller's own partition.
 */
export const cursorOf = (context: Keyed, list: ListIdentity, position: string): string =>
  Buffer.from(`${digest(context, list, position)}${position}`).toString('base64url');

/**
 * Reads the position from a cursor of {@link cursorOf}. Any other text is a 400, and so is a position that is no sort
 * key of this list: DynamoDB would refuse it with a ValidationException.
 */
export function positionOf(
  context: Keyed,
  list: ListIdentity,
  isPosition: (position: string) => boolean,
  cursor: string,
): string {
  const text = Buffer.from(cursor.slice(0, 2 * MAXIMUM_POSITION), 'base64url').toString('utf8');
  const position = text.slice(DIGEST_CHARACTERS);
  if (position === '' || !isSameDigest(cursor, cursorOf(context, list, position)) || !isPosition(position)) {
    throw validationError('cursor', {
      en: 'Send the nextCursor of the page before, unaltered, with the same filters; or leave it out to begin.',
      es: 'Envíe el nextCursor de la página anterior, sin cambios y con los mismos filtros; u omítalo para empezar.',
    });
  }
  return position;
}

const digest = ({ environment }: Keyed, list: ListIdentity, position: string): string =>
  stageDigest(environment, 'CURSOR', list, position).slice(0, DIGEST_CHARACTERS);
