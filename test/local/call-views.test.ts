import { MASK, masked } from '../../local/calls/mask';
import { dollarsPerMillion } from '../../local/calls/prices';
import { makeRecorder } from '../../local/calls/recorder';
import { answerView } from '../../local/calls/request-view';
import { writtenItems } from '../../local/calls/written-items';
import { FunctionTimeout } from '../../local/functions';

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

describe('a run that ends badly', () => {
  const recorder = makeRecorder(
    () => new Date(0),
    () => undefined,
  );
  const told = async (): Promise<unknown> => {
    const request = { method: 'GET', path: '', query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0) };
    const answer = await recorder.routes['GET /_local/calls']?.(request);
    return JSON.parse(String(answer?.body)).calls[0];
  };

  test.each([
    ['in a crash', new Error('Broken.'), 500],
    ['by its timeout', new FunctionTimeout('run'), 503],
  ])('%s is among the calls, and still fails', async (_, failure, status) => {
    const running = { id: 'run', requestId: 'r-1', event: {} };
    await expect(recorder.watch(running, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await told()).toMatchObject({ operation: 'run', status });
  });

  test('names the step that failed', async () => {
    const lost = async () => {
      throw new TypeError('Lost.');
    };
    const call = { resource: 'table', action: 'GetItem' } as const;
    const failing = recorder.outbound(lost);
    await recorder.watch({ id: 'run', requestId: 'r-2', event: {} }, () =>
      failing(call, lost).catch((failure: unknown) => failure),
    );
    const path = '/_local/calls/r-2';
    const request = { method: 'GET', path, query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0) };
    const answer = await recorder.routes['GET /_local/calls/{requestId}']?.(request);
    expect(JSON.parse(String(answer?.body)).steps).toMatchObject([{ ...call, failure: 'TypeError' }]);
  });
});
