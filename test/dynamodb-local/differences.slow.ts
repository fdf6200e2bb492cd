import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { createTableInput } from '../../shared/platform/table/table-definition';
import { synthesize } from '../stack/synthesis';
import { MemoryTable } from '../support/memory-table';
import { allEngines, answerOf } from './engines';
import { oddRequests, STORED, TABLE_NAME as TableName } from './odd-requests';

/** Each test that begins with "difference" shows one row of docs/decisions/0045. */
const engines = allEngines();
const all = () => [engines.aws(), engines.local(), engines.rust()];

const ReturnConsumedCapacity = 'TOTAL' as const;
type Writes = NonNullable<TransactWriteCommandInput['TransactItems']>;

/** The request units of a transaction at DynamoDB Local, at the table of `npm start` and at the Rust engine. */
const unitsOfWrites = (TransactItems: Writes, ClientRequestToken?: string) =>
  Promise.all(
    all().map(async (client) => {
      const command = new TransactWriteCommand({ TransactItems, ClientRequestToken, ReturnConsumedCapacity });
      return (await client.send(command)).ConsumedCapacity?.[0]?.CapacityUnits;
    }),
  );
const put = (sk: string, index = {}) => ({ Put: { TableName, Item: { pk: 'UNITS', sk, ...index } } });

beforeAll(async () => {
  for (const client of all()) for (const Item of STORED) await client.send(new PutCommand({ TableName, Item }));
});

test('the table of the engines has the keys and indexes of the synthesized template', async () => {
  const [table] = synthesize({}, { operations: {} }).data.resources('AWS::DynamoDB::Table');
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode } = createTableInput(TableName);
  const indexes = GlobalSecondaryIndexes?.map((index) => expect.objectContaining(index));
  const defined = { KeySchema, GlobalSecondaryIndexes: indexes };
  expect(table?.properties).toMatchObject({ ...defined, BillingMode });
  for (const client of all()) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({ KeySchema, GlobalSecondaryIndexes: expect.arrayContaining(indexes ?? []) });
    expect(Table?.AttributeDefinitions).toEqual(expect.arrayContaining(AttributeDefinitions ?? []));
  }
});

test('difference 1: of a transaction DynamoDB Local counts one item, DynamoDB two units for each', async () => {
  expect(await unitsOfWrites([put('1'), put('2'), put('3')])).toEqual([2, 6, 6]);
});

test('difference 1: DynamoDB Local counts the index of a transaction twice, although it is written after it', async () => {
  expect(await unitsOfWrites([put('4', { gsi1pk: 'UNITS', gsi1sk: '4' })])).toEqual([4, 3, 3]);
});

test('difference 2: a read that finds nothing costs nothing at DynamoDB Local, and the least read at DynamoDB', async () => {
  const query = (rest: object) =>
    new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ReturnConsumedCapacity, ...rest });
  const none = { ExpressionAttributeValues: { ':pk': 'NONE' } };
  const Keys = [{ pk: 'NONE', sk: '1' }];
  const batch = { RequestItems: { [TableName]: { Keys, ConsistentRead: true } }, ReturnConsumedCapacity };
  const units = all().map(async (client) => [
    (await client.send(query(none))).ConsumedCapacity?.CapacityUnits,
    (await client.send(query({ ...none, ConsistentRead: true }))).ConsumedCapacity?.CapacityUnits,
    (await client.send(new BatchGetCommand(batch))).ConsumedCapacity?.[0]?.CapacityUnits,
  ]);
  expect(await Promise.all(units)).toEqual([
    [0, 0, 0],
    [0.5, 1, 1],
    [0.5, 1, 1],
  ]);
});

test('difference 3: no engine raises TransactionConflict, so the tests inject it', async () => {
  for (const client of all()) {
    const increments = Array.from({ length: 60 }, () =>
      answerOf(
        client,
        new TransactWriteCommand({
          TransactItems: [
            {
              Update: {
                TableName,
                Key: { pk: 'HOT', sk: 'ITEM' },
                UpdateExpression: 'ADD tally :one',
                ExpressionAttributeValues: { ':one': 1 },
              },
            },
          ],
        }),
      ),
    );
    expect(new Set((await Promise.all(increments)).map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{}']));
  }
});

test('difference 4: a page of an index ends at 1 MB of whole items at DynamoDB Local, of keys at DynamoDB', async () => {
  const index = (sk: string) => ({ pk: 'PAGE', sk, gsi1pk: 'PAGE', gsi1sk: sk, text: 'x'.repeat(350_000) });
  const command = new QueryCommand({
    TableName,
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': 'PAGE' },
  });
  const pages = all().map(async (client) => {
    for (const sk of ['1', '2', '3', '4', '5']) await client.send(new PutCommand({ TableName, Item: index(sk) }));
    const { Count, LastEvaluatedKey } = await client.send(command);
    return [Count, LastEvaluatedKey?.sk];
  });
  expect(await Promise.all(pages)).toEqual([
    [3, '3'],
    [5, undefined],
    [5, undefined],
  ]);
});

test('difference 7: engines choose the order of items with equal keys of an index', async () => {
  const orders = all().map(async (client) => {
    for (const sk of ['ITEM#1', 'OTHER#1'])
      await client.send(new PutCommand({ TableName, Item: { pk: 'SEQUENCE#43', sk, gsi1pk: 'EQUAL', gsi1sk: 'KEY' } }));
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': 'EQUAL' },
      }),
    );
    return Items.map(({ sk }) => sk);
  });
  expect(await Promise.all(orders)).toEqual([
    ['OTHER#1', 'ITEM#1'],
    ['ITEM#1', 'OTHER#1'],
    ['ITEM#1', 'OTHER#1'],
  ]);
});

type Name = 'local' | 'rust';

/** Requests that an engine answers in another way than AWS's, by the number of the difference. */
const OTHERWISE: Readonly<
  Record<string, { readonly difference: number; readonly by: Name[]; readonly answer: object }>
> = {
  ...Object.fromEntries(
    [
      'a cursor after the list',
      'a cursor before the list',
      'a cursor after the list, backwards',
      'a cursor in another partition',
      'a cursor of an index out of its range',
    ].map((name) => [name, { difference: 5, by: ['rust'], answer: { Items: expect.any(Array) } }]),
  ),
  ...Object.fromEntries(
    ['a list by an empty prefix', 'a list of an empty partition key', 'a list of an index from an empty bound'].map(
      (name) => [name, { difference: 8, by: ['rust'], answer: { Items: expect.any(Array) } }],
    ),
  ),
  'an increment of a text in a transaction': {
    difference: 6,
    by: ['local', 'rust'],
    answer: { error: 'TransactionCanceledException' },
  },
  'an entry of a map that is missing, in a transaction': {
    difference: 6,
    by: ['local', 'rust'],
    answer: { error: 'TransactionCanceledException' },
  },
};

describe.each(Object.keys(oddRequests()))('%s', (name) => {
  const command = () => {
    const found = oddRequests()[name];
    if (found === undefined) throw new Error(`There is no request ${name}.`);
    return found;
  };
  const other = OTHERWISE[name];

  test.each<Name>(['local', 'rust'])('has the answer of AWS or a listed difference: %s', async (engine) => {
    const [aws, own] = [await answerOf(engines.aws(), command()), await answerOf(engines[engine](), command())];
    if (!other?.by.includes(engine)) return expect(own).toEqual(aws);
    expect(aws).toEqual({ error: 'ValidationException' });
    expect(own).toMatchObject(other.answer);
  });

  test('has the same answer behind the SDK and without it', async () => {
    const memory = new MemoryTable(() => 0);
    for (const Item of STORED) await memory.send(new PutCommand({ TableName, Item }));
    expect(await answerOf(memory, command())).toEqual(await answerOf(engines.local(), command()));
  });
});
