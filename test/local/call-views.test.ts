import { MASK, masked } from '../../local/calls/mask';
import { dollarsPerMillion } from '../../local/calls/prices';
import { answerView, requestView } from '../../local/calls/request-view';
import { writtenItems } from '../../local/calls/written-items';
import { apiKeyFrom } from '../../shared/platform/values/api-key-form';

const TOKEN = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2lnbmVk';

describe('what stands in the place of secrets', () => {
  test.each([
    ['a member by its name', { refreshToken: 'x', newPassword: 'y', keyFile: 'z' }],
    ['a session', { session: 'abc' }],
    ['a one-time code', { code: '123456' }],
    ['the first address of an app', { otpauthUri: 'otpauth://totp/x' }],
  ])('%s', (_, value) => {
    expect(masked(value)).toEqual(Object.fromEntries(Object.keys(value).map((name) => [name, MASK])));
  });

  test('a signed token, a provider’s key and a signed address, under whatever name they stand', () => {
    expect(masked({ note: `Bearer ${TOKEN}`, also: ['sk_test_abc123'] })).toEqual({
      note: `Bearer ${MASK}`,
      also: [MASK],
    });
    const { key, prefix } = apiKeyFrom('local', new Uint8Array(80));
    expect(masked({ key, prefix, headers: [`Bearer ${key}`] })).toEqual({
      key: MASK,
      prefix,
      headers: [`Bearer ${MASK}`],
    });
    expect(masked('http://s3.test/key?X-Amz-Date=1&X-Amz-Signature=abc')).toBe(`http://s3.test/key?${MASK}`);
    expect(masked({ pk: 'JOIN_CODE#AAAAAAAAAA', sk: 'WEBHOOK_TOKEN#abc' })).toEqual({
      pk: `JOIN_CODE#${MASK}`,
      sk: `WEBHOOK_TOKEN#${MASK}`,
    });
    expect(masked(new Uint8Array([1]))).toBe(MASK);
  });

  test('what is none stays: a code of an error, an empty text, a number', () => {
    const plain = { code: 'CP167', password: '', at: 3, address: 'http://s3.test/key?size=1' };
    expect(masked(plain)).toEqual(plain);
  });
});

test('an answer is told by its code, and a body that is too long by its length', () => {
  const refused = { statusCode: 409, body: '{"error":"PLATE_TAKEN"}' };
  expect(answerView(refused)).toMatchObject({ status: 409, error: 'PLATE_TAKEN' });
  const long = (length: number) => answerView({ statusCode: 200, body: JSON.stringify('x'.repeat(length - 2)) });
  expect(long(40_001).answer.body).toBe('(40001 characters)');
  expect(long(40_000).answer.body).toBe('x'.repeat(39_998));
});

describe('secrets are hidden wherever a call carries them', () => {
  const event = { routeKey: 'GET /x', rawPath: '/x', headers: {}, requestContext: { http: { method: 'GET' } } };
  const signed = 'http://s3.test/key?X-Amz-Signature=abc';

  test('in a query, in a body that came as base64, in the event of a trigger', () => {
    const queryStringParameters = { token: 'abc', limit: '5' };
    const body = Buffer.from('{"password":"abc","name":"Ana"}').toString('base64');
    expect(requestView({ ...event, queryStringParameters, body, isBase64Encoded: true }).request).toEqual({
      method: 'GET',
      path: '/x',
      query: { token: MASK, limit: '5' },
      body: { password: MASK, name: 'Ana' },
    });
    expect(requestView({ userName: 'ana', password: 'abc' }).request).toEqual({
      body: { userName: 'ana', password: MASK },
    });
  });

  test('in the headers of an answer, and in an answer that is none of HTTP', () => {
    const headers = { location: signed, 'x-note': TOKEN, 'retry-after': 5 };
    const shown = { location: `http://s3.test/key?${MASK}`, 'x-note': MASK, 'retry-after': 5 };
    expect(answerView({ statusCode: 302, headers }).answer).toEqual({ headers: shown });
    expect(answerView({ worked: 1, joinCode: 'abc' }).answer.body).toEqual({ worked: 1, joinCode: MASK });
  });

  test('in the key of an item, in the item, in what a change sets', () => {
    const key = { pk: 'JOIN_CODE#abc', sk: 'JOIN_CODE#abc' };
    const hidden = { pk: `JOIN_CODE#${MASK}`, sk: `JOIN_CODE#${MASK}` };
    expect(writtenItems('PutItem', { Item: { ...key, joinCode: 'abc', teamId: '1' } })).toEqual([
      { action: 'Put', key: hidden, item: { joinCode: MASK, teamId: '1' } },
    ]);
    const update = {
      Key: key,
      UpdateExpression: 'SET #n0 = :v0, #n1 = :v1',
      ExpressionAttributeNames: { '#n0': 'joinCode', '#n1': 'name' },
      ExpressionAttributeValues: { ':v0': 'abc', ':v1': 'Sierra' },
    };
    expect(writtenItems('UpdateItem', update)).toEqual([
      { action: 'Update', key: hidden, set: { joinCode: MASK, name: 'Sierra' } },
    ]);
  });
});

test('a schedule has no price of a request', () => {
  expect(dollarsPerMillion({ isHttp: false, readUnits: 2, writeUnits: 4 })).toBeCloseTo(0.2 + 0.25 + 2.5);
});

test('an item that is only looked at, changed or deleted is told as that', () => {
  const key = { pk: 'TEAM#1', sk: 'BOX#1' };
  const update = {
    Key: key,
    UpdateExpression: 'SET #n0 = :v0 ADD #n1 :v1 REMOVE #n2',
    ExpressionAttributeNames: { '#n0': 'status', '#n1': 'count', '#n2': 'heldBy' },
    ExpressionAttributeValues: { ':v0': 'RENTADA', ':v1': 1 },
  };
  const transaction = {
    TransactItems: [{ ConditionCheck: { Key: key } }, { Update: update }, { Delete: { Key: key } }],
  };
  expect(writtenItems('TransactWriteItems', transaction)).toEqual([
    { action: 'ConditionCheck', key },
    { action: 'Update', key, set: { status: 'RENTADA' }, add: { count: 1 }, removed: ['heldBy'] },
    { action: 'Delete', key },
  ]);
  expect(writtenItems('DeleteItem', { Key: key })).toEqual([{ action: 'Delete', key }]);
  expect(writtenItems('Query', { TableName: 'x' })).toEqual([]);
});
