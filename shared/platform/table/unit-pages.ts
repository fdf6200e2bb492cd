import type { Context } from '../runtime/context';
import type { Page } from '../values/pages';
import { positionOf } from './cursor';
import { type Chunk, type Found, foundIn, type Listed, pageOf, type Source } from './lists';

/** The read units of a call to a list, with those that check the caller's right. */
export const MOST_UNITS = 8;
/** An eventually consistent read of a record of up to 4 kB. */
export const RECORD_UNITS = 0.5;

/** A list whose pages are limited by read units. */
export interface UnitSource<T> extends Pick<Source<T>, 'identity' | 'isPosition' | 'keep'> {
  /** The units of the least useful read. With fewer left the page ends. */
  readonly least: number;
  /** Returns the next entries after a position, at most `wanted`, for about `units` read units. */
  readonly next: (after: string | undefined, units: number, wanted: number) => Promise<Chunk<T>>;
}

/**
 * One page of a list. It ends at {@link MOST_UNITS} read units of the request, so that a page under a filter that few records meet is
 * short, or empty, and has a cursor. Every page goes on by at least one read.
 */
export async function readUnits<T>(context: Context, source: UnitSource<T>, page: Page): Promise<Listed<T>> {
  const { limit, cursor } = page;
  const { identity, keep, least, next } = source;
  const found: Found<T>[] = [];
  let after = cursor === undefined ? undefined : positionOf(context, identity, source.isPosition, cursor);
  let isEnd = false;
  do {
    const { entries, more } = await next(after, unitsLeft(context), limit + 1 - found.length);
    found.push(...foundIn(entries, keep));
    after = entries.at(-1)?.position ?? after;
    isEnd = !more;
  } while (!isEnd && found.length <= limit && unitsLeft(context) >= least);
  return pageOf(context, identity, found, page, isEnd ? undefined : after);
}

export const unitsLeft = ({ meter }: Context): number => MOST_UNITS - meter.readUnits;
