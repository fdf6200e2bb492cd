import * as v from 'valibot';
import type { Context } from '../runtime/context';
import { Instant, isUuid } from '../values/fields';
import type { ItemKey } from './keys';
import type { Chunk } from './lists';
import { getItems, HIGHEST, LOWEST, queryIndex, queryItems } from './read';
import { RECORD_UNITS, type UnitSource, unitsLeft } from './unit-pages';

/**
 * Lists of records by an instant, the latest first, in any combination of filters. Each filter has places in which the positions
 * `{instant}#{id}` of its records stand in order. A page goes through the places of all filters together and reads only records that all
 * of them contain (docs/decisions/0073).
 */

/** A partition of an index that holds positions: of records or of rows. */
export interface IndexPlace {
  readonly index: 'gsi1' | 'gsi2';
  readonly partition: string;
  readonly isOfRow?: true;
}

/** A partition that holds positions: of an index, or of rows of the table. */
export type Place = IndexPlace | { readonly rows: string; readonly partition?: undefined };

/** The positions of an instant and an identifier. A position with `~` at its end stands directly behind it. */
export const datedPosition = (at: string, id: string): string => `${at}#${id}`;
const MARK = '~';
const withoutMark = (position: string): string => (position.endsWith(MARK) ? position.slice(0, -1) : position);
export const idOfDated = (position: string): string => withoutMark(position).slice(position.indexOf('#') + 1);
export const isDatedPosition = (position: string): boolean =>
  v.is(Instant, position.split('#', 1)[0]) && isUuid(idOfDated(position));

/** The range of a list: instants, both included. */
export interface DatedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
/** The highest position of a range: `~` sorts after every id at the last instant. */
export const startOf = ({ to }: DatedRange): string => (to === undefined ? HIGHEST : `${to}${MARK}`);

/** The positions that 4 kB usually hold: of an index of records, of an index of rows, and of rows. A query reads two more. */
const ENTRIES = 14;
const ENTRIES_OF_ROWS = 10;
const ROWS = 7;
/** The units of a read of one place. */
const PLACE_UNITS = RECORD_UNITS;

/** The next positions of one place below a bound. */
export async function positionsBelow(context: Context, place: Place, bound: string, from: string) {
  if (place.partition !== undefined) {
    const { index, partition, isOfRow } = place;
    const limit = isOfRow ? ENTRIES_OF_ROWS : ENTRIES;
    return queryIndex(context, index, partition, { limit, from, after: bound });
  }
  const range = { pk: place.rows, prefix: '', between: { from, to: bound } };
  const { items, more } = await queryItems(context, { ...range, limit: ROWS + 1 });
  const positions = items.map(({ sk }) => sk).filter((sk) => sk !== bound);
  return { positions: positions.slice(0, ROWS), more: more || positions.length > ROWS };
}

/** The positions of one filter, which several places hold together. */
class Stream {
  private readonly parts: { readonly place: Place; positions: readonly string[]; more: boolean }[];

  constructor(
    private readonly context: Context,
    places: readonly Place[],
    private readonly from: string,
  ) {
    this.parts = places.map((place) => ({ place, positions: [], more: true }));
  }

  /** Drops what is not below the bound. */
  pass(bound: string): void {
    for (const part of this.parts) part.positions = part.positions.filter((position) => position < bound);
  }

  /** The places that must be read before the first position is known. */
  get unread() {
    return this.parts.filter(({ positions, more }) => positions.length === 0 && more);
  }

  async read(bound: string): Promise<void> {
    await Promise.all(
      this.unread.map(async (part) =>
        Object.assign(part, await positionsBelow(this.context, part.place, bound, this.from)),
      ),
    );
  }

  /** The highest position, undefined at the end of all places. Nothing may be unread. */
  get head(): string | undefined {
    return this.parts
      .flatMap(({ positions }) => positions.slice(0, 1))
      .sort()
      .at(-1);
  }
}

/** Positions that all filters contain, and the bound below which the next ones stand. */
interface Passage {
  readonly positions: readonly string[];
  readonly bound: string;
  readonly more: boolean;
}

/** Goes on while the units of the request allow another read and all records that were found. */
class Passages {
  private readonly streams: readonly Stream[];
  private reads = 0;

  constructor(
    private readonly context: Context,
    filters: readonly (readonly Place[])[],
    from: string,
  ) {
    this.streams = filters.map((places) => new Stream(context, places, from));
  }

  async below(start: string, wanted: number): Promise<Passage> {
    const positions: string[] = [];
    let bound = start;
    while (positions.length < wanted) {
      if (this.isEnd(bound)) return { positions, bound, more: false };
      if (positions.length > 0 && unitsLeft(this.context) < (positions.length + 1) * RECORD_UNITS) break;
      const { agreed, reached, isEnd } = await this.agree(bound, (positions.length + 1) * RECORD_UNITS);
      bound = reached;
      if (agreed !== undefined) positions.push(agreed);
      else return { positions, bound, more: !isEnd };
    }
    return { positions, bound, more: true };
  }

  /** True when it is known without a read that nothing follows. */
  private isEnd(bound: string): boolean {
    for (const stream of this.streams) stream.pass(bound);
    return this.streams.some(({ unread, head }) => unread.length === 0 && head === undefined);
  }

  /** The highest position below the bound that all streams contain, if the units suffice to find it and keep `reserve`. */
  private async agree(start: string, reserve: number) {
    let bound = start;
    let candidate: string | undefined;
    for (let asked = 0, agreeing = 0; agreeing < this.streams.length; asked += 1) {
      const stream = this.streams[asked % this.streams.length];
      if (stream === undefined || !(await this.isRead(stream, bound, reserve)))
        return { agreed: undefined, reached: bound, isEnd: false };
      const { head } = stream;
      if (head === undefined) return { agreed: undefined, reached: bound, isEnd: true };
      agreeing = head === candidate ? agreeing + 1 : 1;
      candidate = head;
      // Directly behind the candidate: the others are asked for it too.
      bound = `${head}${MARK}`;
    }
    return { agreed: candidate, reached: candidate ?? bound, isEnd: false };
  }

  /**
   * Reads the stream up to its first position below the bound. False when the units do not suffice. Each stream may be read once in any case:
   * a page that goes on by nothing would answer its own cursor for ever.
   */
  private async isRead(stream: Stream, bound: string, reserve: number): Promise<boolean> {
    stream.pass(bound);
    const unread = stream.unread.length;
    if (unread === 0) return true;
    const isShort = unitsLeft(this.context) < unread * PLACE_UNITS + reserve;
    if (isShort && this.reads >= this.streams.length) return false;
    this.reads += 1;
    await stream.read(bound);
    return true;
  }
}

interface DatedList<T> {
  readonly identity: UnitSource<T>['identity'];
  /** The places of each filter. A record of the list stands in one of them, for each filter. */
  readonly filters: readonly (readonly Place[])[];
  readonly range: DatedRange;
  readonly keyOf: (id: string) => ItemKey & { readonly schema: v.GenericSchema<unknown, T> };
  /** Compares a record with the filters: an index can lag behind the table. */
  readonly keep: (record: T) => boolean;
}

/** The source of a page of {@link DatedList}. */
export function datedSource<T>(
  context: Context,
  { identity, filters, range, keyOf, keep }: DatedList<T>,
): UnitSource<T> {
  const passages = new Passages(context, filters, range.from ?? LOWEST);
  return {
    identity,
    isPosition: isDatedPosition,
    keep,
    least: filters.flat().length * PLACE_UNITS + RECORD_UNITS,
    next: async (after, _, wanted): Promise<Chunk<T>> => {
      const { positions, bound, more } = await passages.below(after ?? startOf(range), wanted);
      const records = await getItems(
        context,
        positions.map((position) => keyOf(idOfDated(position))),
        'eventual',
      );
      const entries = positions.map((position, index) => ({ position, record: records[index] }));
      const isMarked = more && bound !== entries.at(-1)?.position && bound !== after;
      return { entries: isMarked ? [...entries, { position: bound, record: undefined }] : entries, more };
    },
  };
}
