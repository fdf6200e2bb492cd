import { TABLE } from '../../shared/platform/table/table-definition';
import type { Key, Stored } from './stored';
import { compareStrings } from './values';

/** The change of one item. Without `after` the item is deleted. */
export interface Change extends Key {
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
}

/** The table itself, or one of its indexes by its position in the definition. */
export type Place = 'table' | number;

/** One end of a range of sort keys. `item` tells items with an equal sort key of an index apart. */
export interface Edge {
  readonly sort: string;
  readonly isIncluded: boolean;
  readonly item?: Key | undefined;
}

export interface Range {
  readonly place: Place;
  readonly partition: string;
  readonly low?: Edge | undefined;
  readonly high?: Edge | undefined;
  readonly isDescending: boolean;
}

/** The items of a table. */
export interface Store {
  readonly get: (key: Key) => Stored | undefined;
  readonly range: (range: Range) => Iterable<Stored>;
  readonly all: () => Iterable<Stored>;
  /** Makes all changes or none. They are in the file, if the store has one, when it returns. */
  readonly commit: (changes: readonly Change[]) => void;
  readonly close: () => void;
}

type Lists = Map<string, Stored[]>;

const sortOf = (item: Stored, place: Place): string =>
  place === 'table' ? item.sk : (item.indexes[place]?.sort ?? '');
const partitionOf = (item: Stored, place: Place): string | undefined =>
  place === 'table' ? item.pk : item.indexes[place]?.partition;

/** DynamoDB does not define the order of items with an equal sort key of an index. Here the key of the table decides. */
const compareTo = (item: Stored, place: Place, sort: string, key: Key | undefined): number =>
  compareStrings(sortOf(item, place), sort) ||
  (key && place !== 'table' ? compareStrings(item.pk, key.pk) || compareStrings(item.sk, key.sk) : 0);

/** The position of the first item of a sorted list for which `isBefore` is false. */
function firstWhere(list: readonly Stored[], isBefore: (item: Stored) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && isBefore(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const positionOf = (list: readonly Stored[], place: Place, item: Stored): number =>
  firstWhere(list, (one) => compareTo(one, place, sortOf(item, place), item) < 0);

/** Items in memory, in one sorted list for each partition of the table and of each index. */
export class SortedItems {
  /** The table first, then the indexes by their position. */
  private readonly places: readonly (readonly [Place, Lists])[] = [
    ['table', new Map()],
    ...TABLE.indexes.map((_, index): [Place, Lists] => [index, new Map()]),
  ];

  private lists(place: Place): Lists | undefined {
    return this.places[place === 'table' ? 0 : place + 1]?.[1];
  }

  get({ pk, sk }: Key): Stored | undefined {
    const list = this.lists('table')?.get(pk) ?? [];
    const found = list[firstWhere(list, (item) => compareStrings(item.sk, sk) < 0)];
    return found?.sk === sk ? found : undefined;
  }

  /** Adds the items of an empty table. */
  load(items: Iterable<Stored>): void {
    for (const item of items) {
      for (const [place, lists] of this.places) {
        const partition = partitionOf(item, place);
        if (partition !== undefined) listOf(lists, partition).push(item);
      }
    }
    for (const [place, lists] of this.places) {
      for (const list of lists.values()) list.sort((one, other) => compareTo(one, place, sortOf(other, place), other));
    }
  }

  apply({ before, after }: Change): void {
    for (const [place, lists] of this.places) {
      if (before && after && isSamePlace(before, after, place)) replace(lists, place, before, after);
      else {
        if (before) remove(lists, place, before);
        if (after) insert(lists, place, after);
      }
    }
  }

  *range({ place, partition, low, high, isDescending }: Range): Iterable<Stored> {
    const list = this.lists(place)?.get(partition) ?? [];
    const order = (item: Stored, { sort, item: key }: Edge): number => compareTo(item, place, sort, key);
    const start = low ? firstWhere(list, (item) => order(item, low) < (low.isIncluded ? 0 : 1)) : 0;
    const end = high ? firstWhere(list, (item) => order(item, high) < (high.isIncluded ? 1 : 0)) : list.length;
    for (let at = 0; at < end - start; at += 1) {
      const item = list[isDescending ? end - 1 - at : start + at];
      if (item) yield item;
    }
  }

  *all(): Iterable<Stored> {
    for (const list of this.lists('table')?.values() ?? []) yield* list;
  }
}

const isSamePlace = (before: Stored, after: Stored, place: Place): boolean =>
  partitionOf(before, place) === partitionOf(after, place) && sortOf(before, place) === sortOf(after, place);

function listOf(lists: Lists, partition: string): Stored[] {
  const list = lists.get(partition) ?? [];
  lists.set(partition, list);
  return list;
}

function replace(lists: Lists, place: Place, before: Stored, after: Stored): void {
  const partition = partitionOf(before, place);
  if (partition === undefined) return;
  const list = listOf(lists, partition);
  list[positionOf(list, place, before)] = after;
}

function remove(lists: Lists, place: Place, item: Stored): void {
  const partition = partitionOf(item, place);
  if (partition === undefined) return;
  const list = listOf(lists, partition);
  list.splice(positionOf(list, place, item), 1);
  if (list.length === 0) lists.delete(partition);
}

function insert(lists: Lists, place: Place, item: Stored): void {
  const partition = partitionOf(item, place);
  if (partition === undefined) return;
  const list = listOf(lists, partition);
  list.splice(positionOf(list, place, item), 0, item);
}

/** A store that ends with the process. */
export function memoryStore(): Store {
  const items = new SortedItems();
  return {
    get: (key) => items.get(key),
    range: (range) => items.range(range),
    all: () => items.all(),
    commit: (changes) => {
      for (const change of changes) items.apply(change);
    },
    close: () => {},
  };
}
