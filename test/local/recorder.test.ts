import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { makeRecorder } from '../../local/calls/recorder';
import { FunctionTimeout } from '../../local/functions';
import { jsonAnswer, type Listener, serveWire, type WireAnswer } from '../../local/wire';

const AT = '2026-03-02T15:00:00.000Z';
/** A token with the subject `x`. */
const TOKEN = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2lnbmVk';

const recorderOf = (name?: string) =>
  makeRecorder(
    () => new Date(AT),
    () => name,
  );
type Recorder = ReturnType<typeof makeRecorder>;

async function asked(recorder: Recorder, route: string, path: string): Promise<unknown> {
  const request = { method: 'GET', path, query: new URLSearchParams(), headers: {}, body: Buffer.alloc(0) };
  return JSON.parse(String((await recorder.routes[route]?.(request))?.body));
}
const detailOf = (recorder: Recorder, requestId: string) =>
  asked(recorder, 'GET /_local/calls/{requestId}', `/_local/calls/${requestId}`);

const httpEvent = {
  routeKey: 'GET /teams',
  rawPath: '/teams',
  headers: { authorization: `Bearer ${TOKEN}` },
  requestContext: { http: { method: 'GET' } },
};

test.each([
  ['by the name that the pool knows', 'ana@sierra.mx', 'ana@sierra.mx'],
  ['by the subject where the pool knows none', undefined, 'x'],
])('a caller is told %s', async (_, name, caller) => {
  const recorder = recorderOf(name);
  await recorder.watch({ id: 'run', requestId: 'r', event: httpEvent }, async () => undefined);
  expect(await detailOf(recorder, 'r')).toMatchObject({ caller });
});

test('each call is found by its own request id, whatever came after it', async () => {
  const recorder = recorderOf();
  for (const requestId of ['r-1', 'r-2', 'r-3']) {
    await recorder.watch({ id: `run ${requestId}`, requestId, event: {} }, async () => undefined);
  }
  expect(await detailOf(recorder, 'r-1')).toMatchObject({ requestId: 'r-1', operation: 'run r-1' });
  expect(await detailOf(recorder, 'r-2')).toMatchObject({ requestId: 'r-2', operation: 'run r-2' });
});

test('a call says when it began and how long it took, and one that no request set off has no price of a request', async () => {
  const recorder = recorderOf();
  await recorder.watch({ id: 'run', requestId: 'r', event: {} }, () => wait(30));
  expect(await detailOf(recorder, 'r')).toMatchObject({ at: AT, dollarsPerMillion: 0.2 });
  const [{ milliseconds }] = Object(await asked(recorder, 'GET /_local/calls', '/_local/calls')).calls;
  expect(milliseconds).toBeGreaterThanOrEqual(29);
  expect(milliseconds).toBeLessThan(5_000);
});

describe('what a call did at the table', () => {
  let answer: WireAnswer;
  let table: Listener;
  beforeAll(async () => {
    table = await serveWire(
      () => answer,
      () => undefined,
    );
  });
  afterAll(() => table.stop());

  /** Runs a function with this body, and returns the recorded call. */
  async function toldOf(act: (recorder: Recorder, documents: DynamoDBDocumentClient) => Promise<unknown>) {
    const recorder = recorderOf();
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const client = new DynamoDBClient({ endpoint: table.endpoint, region: 'us-east-1', credentials, maxAttempts: 1 });
    const documents = recorder.attach(DynamoDBDocumentClient.from(client));
    await recorder.watch({ id: 'run', requestId: 'r', event: {} }, () => act(recorder, documents));
    client.destroy();
    return detailOf(recorder, 'r');
  }
  const Item = { pk: 'TEAM#1', sk: 'BOX#1' };
  const puts = (count: number) =>
    new TransactWriteCommand({
      TransactItems: Array.from({ length: count }, () => ({ Put: { TableName: 't', Item } })),
    });

  test('units of the indexes count as those of the table, and calls to others are none at the table', async () => {
    answer = jsonAnswer(200, { Items: [], ConsumedCapacity: { CapacityUnits: 2.5 } });
    const query = new QueryCommand({ TableName: 't' });
    const told = await toldOf(async ({ outbound }, documents) => {
      const send = outbound((_call, act) => act());
      for (const resource of ['table', 'gsi1', 'gsi2'] as const) {
        await send({ resource, action: 'Query', families: ['TEAM#'] }, () => documents.send(query));
      }
      await send({ resource: 'jwks', action: 'Fetch' }, async () => undefined);
      answer = jsonAnswer(200, { ConsumedCapacity: [{ CapacityUnits: 4 }, { CapacityUnits: 3 }] });
      await send({ resource: 'table', action: 'TransactWriteItems', families: ['TEAM#'] }, () =>
        documents.send(puts(1)),
      );
    });
    expect(told).toMatchObject({ tableCalls: 4, readUnits: 7.5, writeUnits: 7, steps: { length: 5 } });
  });

  test.each([
    [199, 199],
    [200, 200],
    [201, 200],
  ])('of %i items that it wrote %i are kept', async (written, kept) => {
    answer = jsonAnswer(200, {});
    const told = await toldOf((_, documents) => documents.send(puts(written)));
    expect(told).toMatchObject({ items: { length: kept } });
  });

  test('of a refused write no item is told', async () => {
    answer = jsonAnswer(400, { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException' });
    const refused = await toldOf((_, documents) =>
      documents.send(new PutCommand({ TableName: 't', Item })).catch((failure: Error) => failure.name),
    );
    expect(refused).toMatchObject({ items: [], answer: { body: 'ConditionalCheckFailedException' } });
  });
});

describe('a run that ends badly', () => {
  const recorder = recorderOf();

  test.each([
    ['in a crash', new Error('Broken.'), 500],
    ['by its timeout', new FunctionTimeout('run'), 503],
  ])('%s is among the calls, and still fails', async (_, failure, status) => {
    const running = { id: 'run', requestId: `r-${status}`, event: {} };
    await expect(recorder.watch(running, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await detailOf(recorder, running.requestId)).toMatchObject({ operation: 'run', status });
  });

  test('names the step that failed', async () => {
    const lost = async () => {
      throw new TypeError('Lost.');
    };
    const call = { resource: 'jwks', action: 'Fetch' } as const;
    const failing = recorder.outbound(lost);
    await recorder.watch({ id: 'run', requestId: 'r-2', event: {} }, () =>
      failing(call, lost).catch((failure: unknown) => failure),
    );
    expect(await detailOf(recorder, 'r-2')).toMatchObject({ steps: [{ ...call, failure: 'TypeError' }] });
  });
});
