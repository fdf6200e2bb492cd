import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Context } from '../runtime/context';
import { COUNTED, countRead, tableClient } from './client';
import type { ItemKey } from './keys';
import { backOff } from './retry';

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
export async function getItems<const K extends readonly ItemKey[]>(
  context: Context,
  keys: K,
): Promise<{ [I in keyof K]: Item<K[I]> | undefined }>;
export async function getItems(context: Context, keys: readonly ItemKey[]): Promise<unknown[]> {
  const found = new Map<string, unknown>();
  let wanted = [...new Map(keys.map((key) => [nameOf(key), addressOf(key)])).values()];
  for (let tries = 0; wanted.length > 0; tries += 1) {
    if (tries > 0) await backOff(context, tries);
    const page = await batchGet(context, wanted);
    for (const item of page.items) found.set(nameOf(item), item);
    wanted = page.unprocessed;
  }
  return keys.map((key) => {
    const item = found.get(nameOf(key));
    return item === undefined ? undefined : v.parse(key.schema, item);
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
  readonly addresses: readonly Address[];
  readonly last: Record<string, unknown> | undefined;
}

/** Reads one page of keys from an index, newest first unless said otherwise. Eventually consistent, as indexes are. */
export async function queryIndex(
  context: Context,
  index: 'gsi1' | 'gsi2',
  partition: string,
  options: { limit: number; ascending?: boolean; start?: Record<string, unknown> | undefined },
): Promise<KeyPage> {
  const answer = await query(context, index, {
    IndexName: index,
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': `${index}pk` },
    ExpressionAttributeValues: { ':pk': partition },
    ScanIndexForward: options.ascending ?? false,
    Limit: options.limit,
    ...(options.start && { ExclusiveStartKey: options.start }),
  });
  return { addresses: v.parse(Addresses, answer.Items ?? []), last: answer.LastEvaluatedKey };
}

async function query(
  context: Context,
  resource: 'table' | 'gsi1' | 'gsi2',
  input: Omit<QueryCommandInput, 'TableName'>,
) {
  const command = new QueryCommand({ TableName: context.env('TABLE_NAME'), ...input, ...COUNTED });
  const answer = await context.call({ resource, action: 'Query' }, () => context.client(tableClient).send(command));
  countRead(context.meter, answer.ConsumedCapacity);
  return answer;
}

const Address = v.looseObject({ pk: v.string(), sk: v.string() });
const Addresses = v.array(Address);
export type Address = v.InferOutput<typeof Address>;

export const addressOf = ({ pk, sk }: { pk: string; sk: string }): { pk: string; sk: string } => ({ pk, sk });
const nameOf = ({ pk, sk }: { pk: string; sk: string }): string => `${pk}\n${sk}`;
