import { TABLE } from '../../shared/platform/table/table-definition';
import { parseFilter } from './expressions/conditions';
import { type KeyCondition, type KeyPart, parseKeyCondition } from './expressions/key-conditions';
import { parseProjection, projected } from './expressions/paths';
import { invalid } from './failure';
import { type GetRequest, type PageRequest, type QueryRequest, RequestExpressions } from './requests';
import type { Edge, Place, Range, Store } from './store';
import { emptyKey, exactKey, hasRepeatedKey, type Key, type Stored } from './stored';
import { readUnits, sizeInIndex } from './units';
import { compareStrings, type Item } from './values';

/** An item of an answer: a stored one as a whole, or a part of one. */
export type Found = Stored | Item;

const LARGEST_PAGE = 1024 * 1024;
const LARGEST_BATCH = 16 * LARGEST_PAGE;
const MOST_KEYS = 100;

/** Makes of a stored item what the request wants of it. */
function wantedOf(request: Pick<GetRequest, 'ProjectionExpression'>, expressions: RequestExpressions) {
  const paths = expressions.read(parseProjection, request.ProjectionExpression);
  return (stored: Stored): Found =>
    paths
      ? projected(
          stored.item(),
          paths.map((path) => path(expressions.given)),
        )
      : stored;
}

export function getItem(
  store: Store,
  request: GetRequest,
): { readonly found?: Found | undefined; readonly units: number } {
  const key = exactKey(request.Key ?? {});
  const expressions = new RequestExpressions(request);
  const wanted = wantedOf(request, expressions);
  expressions.end();
  const stored = store.get(key);
  return { found: stored && wanted(stored), units: readUnits(stored?.size ?? 0, request.ConsistentRead) };
}

export interface BatchGetRequest extends Omit<GetRequest, 'Key'> {
  readonly Keys?: readonly Item[] | undefined;
}

export interface BatchAnswer {
  readonly found: readonly Found[];
  /** The keys that did not fit into the answer. */
  readonly unprocessed: readonly Item[];
  readonly units: number;
}

export function batchGet(store: Store, { Keys = [], ...request }: BatchGetRequest): BatchAnswer {
  if (Keys.length > MOST_KEYS) throw invalid('Too many items requested for the BatchGetItem call');
  const keys = Keys.map(exactKey);
  if (hasRepeatedKey(keys)) throw invalid('Provided list of item keys contains duplicates');
  const expressions = new RequestExpressions(request);
  const wanted = wantedOf(request, expressions);
  expressions.end();
  const found: Found[] = [];
  let [bytes, units] = [0, 0];
  for (const [index, key] of keys.entries()) {
    const stored = store.get(key);
    bytes += stored?.size ?? 0;
    if (bytes > LARGEST_BATCH) return { found, unprocessed: Keys.slice(index), units };
    units += readUnits(stored?.size ?? 0, request.ConsistentRead);
    if (stored) found.push(wanted(stored));
  }
  return { found, unprocessed: [], units };
}

export interface Page {
  /** Undefined when the request wants the count alone. */
  readonly found: readonly Found[] | undefined;
  readonly count: number;
  readonly scanned: number;
  /** The key after which the next page begins. Undefined at the end. */
  readonly last: Item | undefined;
  readonly units: number;
}

export function query(store: Store, request: QueryRequest): Page {
  const place = placeOf(request);
  const expressions = new RequestExpressions(request);
  const condition = expressions.read(parseKeyCondition, request.KeyConditionExpression);
  if (condition === undefined)
    throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.');
  const items = (): Iterable<Stored> => store.range(rangeOf(request, place, condition, expressions));
  return pageOf(request, place, expressions, items);
}

export function scan(store: Store, request: PageRequest): Page {
  if (request.IndexName !== undefined) throw invalid('A scan of an index is not supported by this table');
  const start = request.ExclusiveStartKey && exactKey(request.ExclusiveStartKey);
  return pageOf(request, 'table', new RequestExpressions(request), () => after(store.all(), start));
}

function* after(items: Iterable<Stored>, start: Key | undefined): Iterable<Stored> {
  let isPast = start === undefined;
  for (const item of items) {
    if (isPast) yield item;
    else isPast = item.pk === start?.pk && item.sk === start.sk;
  }
}

function placeOf({ IndexName, ConsistentRead }: PageRequest): Place {
  if (IndexName === undefined) return 'table';
  const index = TABLE.indexes.findIndex(({ name }) => name === IndexName);
  if (index < 0) throw invalid(`The table does not have the specified index: ${IndexName}`);
  if (ConsistentRead) throw invalid('Consistent reads are not supported on global secondary indexes');
  return index;
}

const definitionOf = (place: Place) => (place === 'table' ? TABLE : (TABLE.indexes[place] ?? TABLE));

function rangeOf(
  { ExclusiveStartKey, ScanIndexForward }: QueryRequest,
  place: Place,
  { partition, sort }: KeyCondition,
  { given }: RequestExpressions,
): Range {
  const { partitionKey, sortKey } = definitionOf(place);
  const textsOf = (part: KeyPart, name: string): string[] => {
    if (part.name(given) !== name) throw invalid(`Query condition missed key schema element: ${name}`);
    return part.values.map((value) => textOf(value(given), name));
  };
  const [hash = ''] = textsOf(partition, partitionKey);
  const edges = sort ? edgesOf(sort.kind, textsOf(sort, sortKey)) : {};
  const range = { place, partition: hash, ...edges, isDescending: ScanIndexForward === false };
  return ExclusiveStartKey ? rangeAfter(range, startOf(ExclusiveStartKey, range)) : range;
}

function textOf(value: unknown, name: string): string {
  if (value === '') throw emptyKey(`Key: ${name}`);
  if (typeof value === 'string') return value;
  throw invalid('One or more parameter values were invalid: Condition parameter type does not match schema type');
}

/** A text after every text with the prefix: no character follows the last one of Unicode. */
const END = '\u{10ffff}';

function edgesOf(kind: KeyPart['kind'], [one = '', other = '']: readonly string[]): Pick<Range, 'low' | 'high'> {
  const edge = (sort: string, isIncluded = true): Edge => ({ sort, isIncluded });
  switch (kind) {
    case '=':
      return { low: edge(one), high: edge(one) };
    case 'begins_with':
      return { low: edge(one), high: edge(one + END) };
    case 'between':
      if (compareStrings(one, other) > 0)
        throw invalid(
          'Invalid KeyConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ' +
            `lower bound operand: AttributeValue: {S:${one}}, upper bound operand: AttributeValue: {S:${other}}`,
        );
      return { low: edge(one), high: edge(other) };
    case '<':
    case '<=':
      return { high: edge(one, kind === '<=') };
    case '>':
    case '>=':
      return { low: edge(one, kind === '>=') };
  }
}

/** The item of a cursor. It must have the keys of the table and of the index, and lie in the range of the query. */
function startOf(start: Item, range: Range): Edge {
  const { partitionKey, sortKey } = definitionOf(range.place);
  const wanted = new Set<string>([TABLE.partitionKey, TABLE.sortKey, partitionKey, sortKey]);
  const names = Object.keys(start);
  if (names.length !== wanted.size || names.some((name) => !wanted.has(name)))
    throw invalid('The provided starting key is invalid');
  const item = exactKey({
    [TABLE.partitionKey]: start[TABLE.partitionKey] ?? null,
    [TABLE.sortKey]: start[TABLE.sortKey] ?? null,
  });
  const sort = textOf(start[sortKey], sortKey);
  const isInside =
    start[partitionKey] === range.partition &&
    (range.low === undefined || compareStrings(sort, range.low.sort) >= (range.low.isIncluded ? 0 : 1)) &&
    (range.high === undefined || compareStrings(sort, range.high.sort) < (range.high.isIncluded ? 1 : 0));
  if (!isInside) throw invalid('The provided starting key is outside query boundaries based on provided conditions');
  return { sort, isIncluded: false, item };
}

const rangeAfter = (range: Range, start: Edge): Range =>
  range.isDescending ? { ...range, high: start } : { ...range, low: start };

interface Scanned {
  readonly items: readonly Stored[];
  readonly bytes: number;
  /** Whether the range has more items. */
  readonly isCut: boolean;
}

/** Reads up to the limit of items or of bytes. */
function scanned(items: Iterable<Stored>, place: Place, limit: number): Scanned {
  const read: Stored[] = [];
  let bytes = 0;
  for (const item of items) {
    if (read.length === limit || bytes >= LARGEST_PAGE) return { items: read, bytes, isCut: true };
    read.push(item);
    bytes += place === 'table' ? item.size : sizeInIndex(item, place);
  }
  return { items: read, bytes, isCut: false };
}

function pageOf(
  request: PageRequest,
  place: Place,
  expressions: RequestExpressions,
  items: () => Iterable<Stored>,
): Page {
  const filter = expressions.read(parseFilter, request.FilterExpression);
  const wanted = wantedOf(request, expressions);
  expressions.end();
  const { Limit: limit = Number.POSITIVE_INFINITY, ConsistentRead, Select } = request;
  if (limit < 1)
    throw invalid(
      `1 validation error detected: Value '${limit}' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1`,
    );
  const read = scanned(items(), place, limit);
  const shown = place === 'table' ? read.items : read.items.map((item) => inIndex(item, place));
  const fitting = filter ? shown.filter((one) => filter(one.item(), expressions.given)) : shown;
  const last = read.items.at(-1);
  return {
    found: Select === 'COUNT' ? undefined : fitting.map(wanted),
    count: fitting.length,
    scanned: read.items.length,
    // A page that reaches its limit has a key to continue from, also at the end of the list.
    last: last && (read.isCut || read.items.length === limit) ? keysOf(last, place) : undefined,
    units: readUnits(read.bytes, ConsistentRead),
  };
}

/** The item as the index shows it. */
function inIndex(stored: Stored, index: number): Stored {
  const item = keysOf(stored, index);
  return { ...stored, item: () => item, text: () => JSON.stringify(wireKeys(item)) };
}

const wireKeys = (keys: Item) => Object.fromEntries(Object.entries(keys).map(([name, text]) => [name, { S: text }]));

function keysOf({ pk, sk, indexes }: Stored, place: Place): Item {
  const key = { [TABLE.partitionKey]: pk, [TABLE.sortKey]: sk };
  const entry = place === 'table' ? undefined : indexes[place];
  const { partitionKey, sortKey } = definitionOf(place);
  return entry ? { ...key, [partitionKey]: entry.partition, [sortKey]: entry.sort } : key;
}
