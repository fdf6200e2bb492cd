import {
  BatchGetCommand,
  type DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

const TableName = 'fleet-test';

/** A name of the table in all commands here. */
export const TABLE_NAME = TableName;

/** The commands of these tests, as a test sends them to each engine. */
export type Command =
  | BatchGetCommand
  | DeleteCommand
  | GetCommand
  | PutCommand
  | QueryCommand
  | TransactWriteCommand
  | UpdateCommand;

const put = (Item: Record<string, unknown>) => new PutCommand({ TableName, Item });
const writes = (count: number, name = 'W') =>
  Array.from({ length: count }, (_, nth) => ({ Put: { TableName, Item: { pk: name, sk: `${nth}` } } }));
const keys = (count: number) => Array.from({ length: count }, (_, nth) => ({ pk: 'K', sk: `${nth}` }));
const update = (UpdateExpression: string, values?: Record<string, unknown>) => ({
  TableName,
  Key: { pk: 'ODD', sk: 'A' },
  UpdateExpression,
  ...(values && { ExpressionAttributeValues: values }),
});
/** An update in the product's form, with a placeholder for each name. */
const named = (UpdateExpression: string, ...names: string[]) => ({
  ...update(UpdateExpression, { ':v': 1 }),
  ExpressionAttributeNames: Object.fromEntries(names.map((name, nth) => [`#n${nth}`, name])),
});
const listed = (rest: Partial<ConstructorParameters<typeof QueryCommand>[0]>) =>
  new QueryCommand({
    TableName,
    KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :prefix)',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': 'ODD', ':prefix': 'LIST#' },
    ...rest,
  });
const indexed = (rest: Partial<ConstructorParameters<typeof QueryCommand>[0]>) =>
  new QueryCommand({
    TableName,
    IndexName: 'gsi1',
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#pk': 'gsi1pk', '#sk': 'gsi1sk' },
    ExpressionAttributeValues: { ':pk': 'ODD', ':low': 'B', ':high': 'D' },
    ...rest,
  });
const text = (kilobytes: number) => 'x'.repeat(kilobytes * 1000);

/** The items that the odd requests find. */
export const STORED: readonly Record<string, unknown>[] = [
  { pk: 'ODD', sk: 'A', word: 'text', count: 1 },
  ...['1', '2', '3'].map((nth) => ({ pk: 'ODD', sk: `LIST#${nth}`, gsi1pk: 'ODD', gsi1sk: nth })),
];

/** Requests at the limits of DynamoDB and past them. All are new commands, because a client may change its command. */
export const oddRequests = (): Readonly<Record<string, Command>> => ({
  'a cursor after the list': listed({ ExclusiveStartKey: { pk: 'ODD', sk: 'Z' } }),
  'a cursor before the list': listed({ ExclusiveStartKey: { pk: 'ODD', sk: 'A' } }),
  'a cursor after the list, backwards': listed({ ExclusiveStartKey: { pk: 'ODD', sk: 'Z' }, ScanIndexForward: false }),
  'a cursor within the list of an item that is gone': listed({ ExclusiveStartKey: { pk: 'ODD', sk: 'LIST#15' } }),
  'a cursor in another partition': listed({ ExclusiveStartKey: { pk: 'OTHER', sk: 'LIST#1' } }),
  'a cursor without its sort key': listed({ ExclusiveStartKey: { pk: 'ODD' } }),
  'a cursor with a key too many': listed({ ExclusiveStartKey: { pk: 'ODD', sk: 'LIST#1', gsi1pk: 'ODD' } }),
  'a list by an empty prefix': listed({ ExpressionAttributeValues: { ':pk': 'ODD', ':prefix': '' } }),
  'a list of an empty partition key': listed({ ExpressionAttributeValues: { ':pk': '', ':prefix': 'LIST#' } }),
  'a list of an index from an empty bound': indexed({
    ExpressionAttributeValues: { ':pk': 'ODD', ':low': '', ':high': 'D' },
  }),
  'a cursor of an index out of its range': indexed({
    ExclusiveStartKey: { pk: 'ODD', sk: 'LIST#1', gsi1pk: 'ODD', gsi1sk: 'Z' },
  }),
  'a cursor of an index without the key of the table': indexed({ ExclusiveStartKey: { gsi1pk: 'ODD', gsi1sk: 'C' } }),
  'a range whose bounds are the wrong way round': indexed({
    ExpressionAttributeValues: { ':pk': 'ODD', ':low': 'D', ':high': 'B' },
  }),
  'a strongly consistent read of an index': indexed({ ConsistentRead: true }),
  'a limit of 0': listed({ Limit: 0 }),
  'a transaction of 100 writes': new TransactWriteCommand({ TransactItems: writes(100) }),
  'a transaction of 101 writes': new TransactWriteCommand({ TransactItems: writes(101) }),
  'a transaction of no write': new TransactWriteCommand({ TransactItems: [] }),
  'a transaction of two writes of one item': new TransactWriteCommand({
    TransactItems: [...writes(1), ...writes(1)],
  }),
  'a transaction over 4 MB': new TransactWriteCommand({
    TransactItems: Array.from({ length: 12 }, (_, nth) => ({
      Put: { TableName, Item: { pk: 'BIG', sk: `${nth}`, text: text(380) } },
    })),
  }),
  'an item over 400 kB': put({ pk: 'ODD', sk: 'BIG', text: text(420) }),
  'an item over 400 kB in a transaction': new TransactWriteCommand({
    TransactItems: [{ Put: { TableName, Item: { pk: 'ODD', sk: 'BIG', text: text(420) } } }],
  }),
  'an empty text as the partition key': put({ pk: '', sk: 'A' }),
  'an empty text as the sort key': put({ pk: 'ODD', sk: '' }),
  'an empty text as the key of an index': put({ pk: 'ODD', sk: 'INDEX', gsi1pk: '', gsi1sk: 'A' }),
  'a number as the key of an index': put({ pk: 'ODD', sk: 'INDEX', gsi1pk: 7, gsi1sk: 'A' }),
  'half of the key of an index': put({ pk: 'ODD', sk: 'HALF', gsi1pk: 'ODD' }),
  'an empty text beside the keys': put({ pk: 'ODD', sk: 'EMPTY', text: '' }),
  'a partition key of 2,048 bytes': put({ pk: 'p'.repeat(2048), sk: 'A' }),
  'a partition key of 2,049 bytes': put({ pk: 'p'.repeat(2049), sk: 'A' }),
  'a sort key of 1,025 bytes': put({ pk: 'ODD', sk: 's'.repeat(1025) }),
  'an item without its sort key': put({ pk: 'ODD' }),
  'a batch of 101 keys': new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys(101) } } }),
  'a batch with a key twice': new BatchGetCommand({
    RequestItems: { [TableName]: { Keys: [...keys(1), ...keys(1)] } },
  }),
  'a key with an attribute too many': new GetCommand({ TableName, Key: { pk: 'ODD', sk: 'A', word: 'x' } }),
  'a reserved word as a name': new UpdateCommand(update('SET status = :v', { ':v': 1 })),
  'a value that no expression uses': new UpdateCommand(update('SET word = :v', { ':v': 'x', ':w': 1 })),
  'a value that is missing': new UpdateCommand(update('SET word = :v')),
  'a name that no expression uses': new UpdateCommand({
    ...update('SET word = :v', { ':v': 'text' }),
    ExpressionAttributeNames: { '#unused': 'word' },
  }),
  'a change of a key': new UpdateCommand(update('SET sk = :v', { ':v': 'B' })),
  'one attribute twice in an update': new UpdateCommand(named('SET #n0 = :v REMOVE #n0', 'word')),
  'an increment of a text': new UpdateCommand(named('ADD #n0 :v', 'word')),
  'an increment of a text in a transaction': new TransactWriteCommand({
    TransactItems: [{ Update: named('ADD #n0 :v', 'word') }, ...writes(1, 'BESIDE')],
  }),
  'an entry of a map that is missing': new UpdateCommand(named('SET #n0.#n1 = :v', 'lost', 'entry')),
  'an entry of a map that is missing, in a transaction': new TransactWriteCommand({
    TransactItems: [{ Update: named('SET #n0.#n1 = :v', 'lost', 'entry') }, ...writes(1, 'BESIDE')],
  }),
  'a removal of an attribute that is missing': new UpdateCommand({
    ...update('REMOVE #n0'),
    ExpressionAttributeNames: { '#n0': 'lost' },
  }),
  'a table that is missing': new GetCommand({ TableName: 'missing', Key: { pk: 'A', sk: 'A' } }),
  'an index that is missing': listed({ IndexName: 'gsi9' }),
  'a condition on a value of another type': new UpdateCommand({
    ...named('SET #n0 = :v', 'word'),
    ConditionExpression: '#n0 > :v',
  }),
});
