import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Context } from '../runtime/context';
import { familyOf } from '../runtime/key-families';
import { COUNTED, countRead, tableClient } from './client';
import type { ItemKey } from './keys';
import { backOff } from './retry';

/** A key, or undefined when nothing is to be read at this position. */
type Wanted = ItemKey | undefined;
type Item<K> = K extends ItemKey<infer S> ? v.InferOutput<S> : never;

export async function getItem<S extends v.GenericSchema>(
  context: Context,
  key: ItemKey<S>,
): Promise<v.InferOutput<S> | undefined> {
  const command = new GetCommand({
    TableName: context.env('TABLE_NAME'),
    Key: addressOf(key),
    ConsistentRead: true,
    ...COUNTED,
  });
  const answer = await context.call({ resource: 'table', action: 'GetItem', families: [familyOf(key.pk)] }, (signal) =>
    context.client(tableClient).send(command, { abortSignal: signal }),
  );
  countRead(context.meter, answer.ConsumedCapacity);
  return answer.Item && v.parse(key.schema, answer.Item);
}

/** Eventually consistent reads cost half. Use them for lists only: they can return an outdated record. */
export type Eventual = 'eventual';

/** The limit of keys in one BatchGetItem. */
const BATCH = 100;

/**
 * Reads items in calls of BatchGetItem with 100 keys each, strongly consistent by default. The result has the order of the keys, with
 * undefined for a missing item. BatchGetItem returns items in any order and omits missing ones, so they are matched by
 * key. Without keys no call is sent.
 */
export async function getItems<const K extends readonly Wanted[]>(
  context: Context,
  keys: K,
  consistency?: Eventual,
): Promise<{ [I in keyof K]: Item<K[I]> | undefined }>;
export async function getItems(context: Context, keys: readonly Wanted[], consistency?: Eventual): Promise<unknown[]> {
  const items = await storedItems(context, keys, consistency);
  return keys.map((key, index) => {
    const item = items[index];
    return key && item !== undefined ? v.parse(key.schema, item) : undefined;
  });
}

/** Reads items as {@link getItems} does, each with the result of its check: one that cannot be read does not hide the others. */
export async function checkItems<S extends v.GenericSchema>(
  context: Context,
  keys: readonly ItemKey<S>[],
  consistency?: Eventual,
): Promise<(v.SafeParseResult<S> | undefined)[]> {
  const items = await storedItems(context, keys, consistency);
  return keys.map(({ schema }, index) => {
    const item = items[index];
    return item === undefined ? undefined : v.safeParse(schema, item);
  });
}

async function storedItems(
  context: Context,
  keys: readonly Wanted[],
  consistency: Eventual | undefined,
): Promise<unknown[]> {
  const found = new Map<string, unknown>();
  let wanted = [...new Map(keys.flatMap((key) => (key ? [[nameOf(key), addressOf(key)]] : []))).values()];
  for (let tries = 0; wanted.length > 0; ) {
    const page = await batchGet(context, wanted.slice(0, BATCH), consistency);
    for (const item of page.items) found.set(nameOf(item), item);
    wanted = [...page.unprocessed, ...wanted.slice(BATCH)];
    if (page.unprocessed.length > 0) {
      tries += 1;
      await backOff(context, tries);
    }
  }
  return keys.map((key) => key && found.get(nameOf(key)));
}

async function batchGet(
  context: Context,
  wanted: readonly Address[],
  consistency: Eventual | undefined,
): Promise<{ items: Address[]; unprocessed: Address[] }> {
  const table = context.env('TABLE_NAME');
  const command = new BatchGetCommand({
    RequestItems: { [table]: { Keys: [...wanted], ConsistentRead: consistency !== 'eventual' } },
    ...COUNTED,
  });
  const answer = await context.call(
    { resource: 'table', action: 'BatchGetItem', families: wanted.map(({ pk }) => familyOf(pk)) },
    (signal) => context.client(tableClient).send(command, { abortSignal: signal }),
  );
  countRead(context.meter, answer.ConsumedCapacity);
  return {
    items: v.parse(Addresses, answer.Responses?.[table] ?? []),
    unprocessed: v.parse(Addresses, answer.UnprocessedKeys?.[table]?.Keys ?? []),
  };
}

export interface KeyPage {
  /** The sort keys in the order of the index. */
  readonly positions: readonly string[];
  /** True when the index may contain more entries after the last one. */
  readonly more: boolean;
}

export interface IndexRange {
  readonly limit: number;
  readonly ascending?: boolean;
  /** Bounds of the sort keys, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /**
   * The sort key after which the page starts. It is only a bound within the caller's own partition, so a cursor cannot
   * point elsewhere.
   */
  readonly after?: string | undefined;
}

/** Lower and upper bound of all sort keys, which begin with a digit or a letter. */
export const LOWEST = ' ';
export const HIGHEST = '~';

/** Reads one page of sort keys from an index, newest first by default. Index reads are eventually consistent. */
export async function queryIndex(
  context: Context,
  index: 'gsi1' | 'gsi2',
  partition: string,
  { limit, ascending = false, from = LOWEST, to = HIGHEST, after }: IndexRange,
): Promise<KeyPage> {
  const low = ascending ? (after ?? from) : from;
  const high = ascending ? to : (after ?? to);
  if (low > high) return { positions: [], more: false };
  const command = new QueryCommand({
    TableName: context.env('TABLE_NAME'),
    IndexName: index,
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#pk': `${index}pk`, '#sk': `${index}sk` },
    ExpressionAttributeValues: { ':pk': partition, ':low': low, ':high': high },
    ScanIndexForward: ascending,
    // One key more than asked, and the one before: so that `more` is true only when there are more.
    Limit: after === undefined ? limit + 1 : limit + 2,
    ...COUNTED,
  });
  const answer = await context.call({ resource: index, action: 'Query', families: [familyOf(partition)] }, (signal) =>
    context.client(tableClient).send(command, { abortSignal: signal }),
  );
  countRead(context.meter, answer.ConsumedCapacity);
  const items = v.parse(v.array(v.record(v.string(), v.unknown())), answer.Items ?? []);
  const positions = items
    .map((item) => v.parse(v.string(), item[`${index}sk`]))
    .filter((position) => position !== after);
  return {
    positions: positions.slice(0, limit),
    more: answer.LastEvaluatedKey !== undefined || positions.length > limit,
  };
}

export interface ItemRange {
  readonly pk: string;
  readonly prefix: string;
  readonly limit: number;
  readonly ascending?: boolean;
  /** Bounds of the part after the prefix, both included. */
  readonly between?: { readonly from: string; readonly to: string } | undefined;
  /** The sort key after which the page starts. */
  readonly after?: string | undefined;
  /** Reads also what was written a moment ago, at twice the price. */
  readonly consistent?: true;
}

/** Reads one page of whole items of a partition, eventually consistent by default. The cost depends only on the returned items. */
export async function queryItems(
  context: Context,
  { pk, prefix, limit, ascending = false, between, after, consistent }: ItemRange,
): Promise<{ items: readonly Address[]; more: boolean }> {
  const command = new QueryCommand({
    TableName: context.env('TABLE_NAME'),
    KeyConditionExpression: `#pk = :pk AND ${between ? '#sk BETWEEN :low AND :high' : 'begins_with(#sk, :prefix)'}`,
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: {
      ':pk': pk,
      ...(between ? { ':low': prefix + between.from, ':high': prefix + between.to } : { ':prefix': prefix }),
    },
    ScanIndexForward: ascending,
    Limit: limit,
    ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
    ...(consistent && { ConsistentRead: true }),
    ...COUNTED,
  });
  const answer = await context.call({ resource: 'table', action: 'Query', families: [familyOf(pk)] }, (signal) =>
    context.client(tableClient).send(command, { abortSignal: signal }),
  );
  countRead(context.meter, answer.ConsumedCapacity);
  return { items: v.parse(Addresses, answer.Items ?? []), more: answer.LastEvaluatedKey !== undefined };
}

type Address = { readonly pk: string; readonly sk: string; readonly [attribute: string]: unknown };
/** Checks the item without copying it. The feature's schema parses it later. */
const Address = v.custom<Address>(
  (item) =>
    typeof item === 'object' &&
    item !== null &&
    'pk' in item &&
    typeof item.pk === 'string' &&
    'sk' in item &&
    typeof item.sk === 'string',
);
const Addresses = v.array(Address);

export const addressOf = ({ pk, sk }: { pk: string; sk: string }): { pk: string; sk: string } => ({ pk, sk });
const nameOf = ({ pk, sk }: { pk: string; sk: string }): string => `${pk}\n${sk}`;
