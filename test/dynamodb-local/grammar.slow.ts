import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { allEngines } from './engines';
import { TABLE_NAME as TableName } from './odd-requests';

/**
 * Expressions that the product does not write, and users of the AWS CLI do: the table of `npm start` reads the whole grammar. Each is sent to
 * DynamoDB Local too, and both must answer alike.
 */
const engines = allEngines();

const Key = { pk: 'GRAMMAR', sk: 'ITEM' };
const ITEM = {
  ...Key,
  word: 'camión',
  empty: '',
  tally: 7,
  share: 0.16,
  isOpen: true,
  nothing: null,
  tags: new Set(['a', 'b']),
  sums: new Set([1, 2.5]),
  list: ['x', { deep: [1, 2] }, 3],
  map: { one: 1, two: { three: 'III' } },
  bytes: Buffer.from('bytes'),
};

const VALUES = {
  ':7': 7,
  ':word': 'cam',
  ':none': null,
  ':set': new Set(['b', 'c']),
  ':all': new Set(['a', 'b']),
  ':number': new Set([1]),
  ':one': 1,
  ':list': ['y'],
  ':type': 'SS',
  ':low': 1,
  ':high': 7.5,
  ':bytes': Buffer.from('byt'),
  ':map': { three: 'III' },
  ':other': 'z',
};

const CONDITIONS = [
  'tally = :7',
  'NOT tally = :7',
  'NOT (tally <> :7 OR word = :word)',
  'tally BETWEEN :low AND :high',
  'tally BETWEEN :high AND :low',
  'word BETWEEN :low AND :high',
  'tally IN (:word, :none, :7)',
  'begins_with(word, :word)',
  'begins_with(bytes, :bytes)',
  'contains(word, :word)',
  'contains(tags, :word)',
  'contains(list, :one)',
  'contains(sums, :one)',
  'attribute_type(tags, :type)',
  'attribute_type(tally, :type)',
  'attribute_exists(list[1].deep[1])',
  'attribute_exists(list[7])',
  'attribute_not_exists(#map.two.four)',
  '#map.two = :map',
  'size(word) > :7',
  'size(empty) < :one',
  'size(list) = :low',
  'size(bytes) < :7',
  'size(tags) >= :one',
  'size(tally) > :one',
  'size(isOpen) > :one',
  'nothing = :none',
  'missing = :none',
  'missing <> :none',
  'share < :one AND isOpen <> :none OR tally > :7',
  'tags = :all',
  'word > :7',
  'bytes > :bytes',
  'list[1].deep[0] <= :one',
  'tally == :7',
  'tally =',
  'AND tally = :7',
  '(tally = :7',
  'size(tally, :7) > :one',
  'unknown_function(tally)',
  'attribute_exists(:7)',
  ':7 = :7',
];

const UPDATES = [
  'SET tally = tally + :one, word = :other',
  'SET tally = tally - :high',
  'SET tally = :one - tally',
  'SET missing = if_not_exists(missing, :7)',
  'SET tally = if_not_exists(tally, :one) + :7',
  'SET list = list_append(list, :list)',
  'SET list = list_append(:list, list)',
  'SET list[0] = :other',
  'SET list[9] = :other',
  'SET list[1].deep[0] = :7',
  'SET #map.two.three = :other, #map.four = :7',
  'SET #map.five.six = :7',
  'REMOVE list[0], #map.one',
  'REMOVE list[1].deep[0], missing',
  'REMOVE #map.two.three',
  'REMOVE nowhere.at_all',
  'ADD tally :7',
  'ADD missing :7',
  'ADD tags :set',
  'ADD word :set',
  'ADD tags :number',
  'ADD list :list',
  'DELETE tags :set',
  'DELETE tags :all',
  'DELETE missing :set',
  'DELETE tally :set',
  'SET tally = word + :one',
  'SET tally = missing + :one',
  'SET copied = word, word = :other',
  'SET word = :other SET tally = :7',
  'SET #map.two = :map, #map.two.three = :other',
  'SET list[0] = :other, list[1] = :7',
  'SET word',
  'REMOVE',
  'SET word = :other REMOVE word',
  'SET sk = :other',
  'SET gsi1pk = :7',
  'SET gsi1pk = :other, gsi1sk = :word',
];

/** The names and values that the expression uses: the engines refuse others. */
function placeholders(expression: string) {
  const used = new Set(expression.match(/:\w+/g));
  const values = Object.entries(VALUES).filter(([name]) => used.has(name));
  return {
    ...(expression.includes('#map') && { ExpressionAttributeNames: { '#map': 'map' } }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
}

const Answer = v.object({ Attributes: v.optional(v.record(v.string(), v.unknown())) });

/** The item after the update, or the name of the error. */
async function outcome(engine: 'aws' | 'local', update: object): Promise<unknown> {
  const client = engines[engine]();
  await client.send(new PutCommand({ TableName, Item: ITEM }));
  try {
    const answer = await client.send(new UpdateCommand({ TableName, Key, ReturnValues: 'ALL_NEW', ...update }));
    return v.parse(Answer, answer).Attributes;
  } catch (failure) {
    return failure instanceof Error ? failure.name : failure;
  }
}

const sorted = (value: unknown): unknown =>
  value instanceof Object && 'tags' in value && value.tags instanceof Set
    ? { ...value, tags: [...value.tags].sort() }
    : value;

test.each(CONDITIONS)('the condition %s holds at both or at none', async (ConditionExpression) => {
  const update = { ConditionExpression, ...placeholders(ConditionExpression) };
  expect(sorted(await outcome('local', update))).toEqual(sorted(await outcome('aws', update)));
});

test.each(UPDATES)('the update %s has the same result', async (UpdateExpression) => {
  const update = { UpdateExpression, ...placeholders(UpdateExpression) };
  expect(sorted(await outcome('local', update))).toEqual(sorted(await outcome('aws', update)));
});

const RANGES = [
  'pk = :p AND sk = :b',
  'pk = :p AND sk < :c',
  'pk = :p AND sk <= :c',
  'pk = :p AND sk > :b',
  'pk = :p AND sk >= :b',
  'pk = :p AND sk BETWEEN :b AND :c',
  '(pk = :p) AND (begins_with(sk, :b))',
  'sk = :b AND pk = :p',
  'sk > :b',
  'pk > :p',
  'pk = :p AND sk <> :b',
  'pk = :p OR sk = :b',
  'pk = :p AND word = :b',
];

test.each(RANGES)('the range %s has the same items, whole, filtered and in part', async (KeyConditionExpression) => {
  const texts = { ':p': 'RANGE', ':b': 'b', ':c': 'c' };
  const used = Object.entries(texts).filter(([name]) => KeyConditionExpression.includes(name));
  const ExpressionAttributeValues = { ...Object.fromEntries(used), ':even': 0 };
  const answers = [engines.aws(), engines.local()].map(async (client) => {
    for (const [index, sk] of ['a', 'b', 'ba', 'c', 'd', 'ñ', '🚚', '\uffee'].entries())
      await client.send(
        new PutCommand({ TableName, Item: { pk: 'RANGE', sk, half: index % 2, list: [index, { deep: sk }] } }),
      );
    const filter = { FilterExpression: 'half = :even', ProjectionExpression: 'sk, list[1].deep' };
    const query = { TableName, KeyConditionExpression, ExpressionAttributeValues, ...filter };
    const pages = [false, true].map(async (ScanIndexForward) => {
      const { Items, Count, ScannedCount } = await client.send(new QueryCommand({ ...query, ScanIndexForward }));
      return { Items, Count, ScannedCount };
    });
    return Promise.all(pages).catch((failure: unknown) => (failure instanceof Error ? failure.name : failure));
  });
  const [aws, local] = await Promise.all(answers);
  expect(local).toEqual(aws);
});
