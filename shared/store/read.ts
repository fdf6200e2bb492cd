import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Context } from '../runtime/context';
import { COUNTED, countRead, tableClient } from './client';
import type { ItemKey } from './keys';
import { backOff } from './retry';

/** A key, or none where there is nothing to read. */
type Wanted = ItemKey | undefined;
type Item<K> = K extends ItemKey<infer S> ? v.InferOutput<S> : never;

/** Reads one item, strongly consistent. */
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
  const answer = await context.call({ resource: 'table', action: 'GetItem' }, () =>
    context.client(tableClient).send(command),
  );
  countRead(context.meter, answer.ConsumedCapacity);
  return answer.Item && v.parse(key.schema, answer.Item);
}

/**
 * Reads up to 100 items in one strongly consistent BatchGetItem and answers them in the order of the keys, undefined where there is none.
 * BatchGetItem answers in any order and leaves out what is missing, so items are matched by key.
 */
export async function getItems<const K extends readonly Wanted[]>(
  context: Context,
  keys: K,
): Promise<{ [I in keyof K]: Item<K[I]> | undefined }>;
export async function getItems(context: Context, keys: readonly Wanted[]): Promise<unknown[]> {
  const found = new Map<string, unknown>();
  let wanted = [...new Map(keys.flatMap((key) => (key ? [[nameOf(key), addressOf(key)]] : []))).values()];
  for (let tries = 0; wanted.length > 0; tries += 1) {
    if (tries > 0) await backOff(context, tries);
    const page = await batchGet(context, wanted);
    for (const item of page.items) found.set(nameOf(item), item);
    wanted = page.unprocessed;
  }
  return keys.map((key) => {
    const item = key && found.get(nameOf(key));
    return key && item !== undefined ? v.parse(key.schema, item) : undefined;
  });
}

async function batchGet(
  context: Context,
  wanted: readonly Address[],
): Promise<{ items: Address[]; unprocessed: Address[] }> {
  const table = context.env('TABLE_NAME');
  const command = new BatchGetCommand({
    RequestItems: { [table]: { Keys: [...wanted], ConsistentRead: true } },
    ...COUNTED,
  });
  const answer = await context.call({ resource: 'table', action: 'BatchGetItem' }, () =>
    context.client(tableClient).send(command),
  );
  countRead(context.meter, answer.ConsumedCapacity);
  return {
    items: v.parse(Addresses, answer.Responses?.[table] ?? []),
    unprocessed: v.parse(Addresses, answer.UnprocessedKeys?.[table]?.Keys ?? []),
  };
}

export interface KeyPage {
  /** The sort keys that the index answered, in its order. */
  readonly positions: readonly string[];
  /** True when the index may hold more after the last of them. */
  readonly more: boolean;
}

/** Reads one page of sort keys from an index: newest first unless said otherwise. Eventually consistent, as indexes are. */
export async function queryIndex(
  context: Context,
  index: 'gsi1' | 'gsi2',
  partition: string,
  options: { limit: number; ascending?: boolean; after?: Record<string, string> | undefined },
): Promise<KeyPage> {
  const command = new QueryCommand({
    TableName: context.env('TABLE_NAME'),
    IndexName: index,
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': `${index}pk` },
    ExpressionAttributeValues: { ':pk': partition },
    ScanIndexForward: options.ascending ?? false,
    Limit: options.limit,
    ExclusiveStartKey: options.after,
    ...COUNTED,
  });
  const answer = await context.call({ resource: index, action: 'Query' }, () =>
    context.client(tableClient).send(command),
  );
  countRead(context.meter, answer.ConsumedCapacity);
  const items = v.parse(v.array(v.record(v.string(), v.unknown())), answer.Items ?? []);
  return {
    positions: items.map((item) => v.parse(v.string(), item[`${index}sk`])),
    more: answer.LastEvaluatedKey !== undefined,
  };
}

const Address = v.looseObject({ pk: v.string(), sk: v.string() });
const Addresses = v.array(Address);
type Address = v.InferOutput<typeof Address>;

export const addressOf = ({ pk, sk }: { pk: string; sk: string }): { pk: string; sk: string } => ({ pk, sk });
const nameOf = ({ pk, sk }: { pk: string; sk: string }): string => `${pk}\n${sk}`;
