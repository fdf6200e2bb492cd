import { TABLE } from '../../shared/platform/table/table-definition';
import { invalid } from './failure';
import { type Item, sizeOfItem, typeOf, type Value } from './values';
import { itemFromWire, itemToWire } from './wire-values';

/** The key of an item in the table. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The key of an item in an index. */
export interface IndexKey {
  readonly partition: string;
  readonly sort: string;
}

/** An item as it is stored. */
export interface Stored extends Key {
  /** Bytes. */
  readonly size: number;
  /** By index, in the order of the definition. Undefined for an index that does not hold the item. */
  readonly indexes: readonly (IndexKey | undefined)[];
  readonly item: () => Item;
  /** The item in DynamoDB's own JSON. */
  readonly text: () => string;
}

export const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && 'item' in value && typeof value.item === 'function';

/** DynamoDB takes an older time for a mistake and keeps the item. Source: developer guide, "Using time to live in DynamoDB". */
const OLDEST_EXPIRY_SECONDS = 5 * 365 * 24 * 60 * 60;
const EXPIRY = `"${TABLE.timeToLive}":{"N":`;

/** Most items have no time to live: the text is searched before it is read. */
export function isExpired(stored: Stored, seconds: number): boolean {
  if (!stored.text().includes(EXPIRY)) return false;
  const expiry = stored.item()[TABLE.timeToLive];
  return typeof expiry === 'number' && expiry < seconds && expiry > seconds - OLDEST_EXPIRY_SECONDS;
}

export const hasRepeatedKey = (keys: readonly Key[]): boolean =>
  keys.length > 1 && new Set(keys.map(({ pk, sk }) => JSON.stringify([pk, sk]))).size < keys.length;

const LARGEST_ITEM = 400 * 1024;

/** The item of a write. Throws ValidationException for one that the table does not take. */
export function storedItem(item: Item): Stored {
  const size = sizeOfItem(item);
  if (size > LARGEST_ITEM) throw invalid('Item size has exceeded the maximum allowed size');
  let text: string | undefined;
  return {
    ...keyOf(item),
    size,
    indexes: TABLE.indexes.map((index) => indexKeyOf(item, index)),
    item: () => item,
    text: () => {
      text ??= JSON.stringify(itemToWire(item));
      return text;
    },
  };
}

/** An item of a file. It is kept as text, which takes a third of the memory, and read when an expression needs it. */
export const storedText = (parts: Pick<Stored, 'pk' | 'sk' | 'size' | 'indexes'>, text: string): Stored => ({
  ...parts,
  item: () => itemFromWire(JSON.parse(text)),
  text: () => text,
});

const LARGEST_PARTITION_KEY = 2048;
const LARGEST_SORT_KEY = 1024;

export function keyOf(item: Item): Key {
  return {
    pk: keyText(item, TABLE.partitionKey, LARGEST_PARTITION_KEY, 'hashkey'),
    sk: keyText(item, TABLE.sortKey, LARGEST_SORT_KEY, 'rangekey'),
  };
}

/** The key of a request, which must have the attributes of the key and no others. */
export function exactKey(key: Item): Key {
  const parts = [key[TABLE.partitionKey], key[TABLE.sortKey]];
  if (Object.keys(key).length !== 2 || parts.some((value) => typeof value !== 'string'))
    throw invalid('The provided key element does not match the schema');
  return keyOf(key);
}

function keyText(item: Item, name: string, most: number, kind: string): string {
  const value = item[name];
  if (value === undefined)
    throw invalid(`One or more parameter values were invalid: Missing the key ${name} in the item`);
  if (typeof value !== 'string') throw wrongType(`key ${name} expected: S actual: ${typeOf(value)}`);
  if (value === '') throw emptyKey(`Key: ${name}`);
  if (Buffer.byteLength(value) > most)
    throw invalid(
      `One or more parameter values were invalid: Size of ${kind} has exceeded the maximum size limit of ${most} bytes`,
    );
  return value;
}

type IndexDefinition = (typeof TABLE.indexes)[number];

/** An item with only one of the two attributes is not in the index. */
function indexKeyOf(item: Item, { name, partitionKey, sortKey }: IndexDefinition): IndexKey | undefined {
  const partition = indexText(item[partitionKey], name, partitionKey);
  const sort = indexText(item[sortKey], name, sortKey);
  return partition === undefined || sort === undefined ? undefined : { partition, sort };
}

function indexText(value: Value | undefined, index: string, name: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string')
    throw wrongType(`Index Key ${name} Expected: S Actual: ${typeOf(value)} IndexName: ${index}`);
  if (value === '') throw emptyKey(`IndexName: ${index}, IndexKey: ${name}`);
  return value;
}

const wrongType = (what: string) => invalid(`One or more parameter values were invalid: Type mismatch for ${what}`);

export const emptyKey = (which: string) =>
  invalid(
    `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. ${which}`,
  );
