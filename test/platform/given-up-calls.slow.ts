import type { RequestListener } from 'node:http';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Listener, serve } from '../../local/wire';
import { defineOperation } from '../../shared/operation/define';
import { makeTriggerHandler } from '../../shared/operation/define-trigger';
import { makeHandler } from '../../shared/operation/lambda';
import { capability, makeDeps } from '../../shared/platform/runtime/capability';
import type { Context } from '../../shared/platform/runtime/context';
import { DeadlineExceeded } from '../../shared/platform/runtime/deadline';
import { tableClient } from '../../shared/platform/table/client';
import { providerKey } from '../../shared/stamping/organization/provider-keys';
import * as documents from '../../shared/stamping/provider/documents';
import { ENVIRONMENT, makeTestContext, someId } from '../support/engine-runtime';
import { lambdaContext, send } from '../support/http-event';
import { documentBody } from '../support/stamping';

/** A service over HTTP. It counts the requests that it received. */
let listener: Listener;
let answer: RequestListener;
let requests = 0;
let closed = 0;

beforeAll(async () => {
  listener = await serve((request, response) => {
    requests += 1;
    request.socket.once('close', () => {
      closed += 1;
    });
    request.resume().on('end', () => answer(request, response));
  }, 0);
  process.env.AWS_ENDPOINT_URL = listener.endpoint;
});

beforeEach(() => {
  requests = 0;
  closed = 0;
});

afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL;
  await listener.stop();
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Stops the whole process, as Lambda freezes an environment. Timers that end meanwhile fire afterwards. */
const freeze = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** Longer than the SDK's pauses and the test's deadlines. */
const LATER_MS = 400;

const silent: RequestListener = () => {};
/** The SDK tries again after this answer. */
const failing: RequestListener = (_, response) => void response.writeHead(500).end('{}');

const READ = { resource: 'table', action: 'GetItem', families: ['TEAM#'] } as const;
const readItem = (context: Context) =>
  context.call(READ, (abortSignal) =>
    context.client(tableClient).send(new GetCommand({ TableName: 't', Key: { pk: 'a', sk: 'b' } }), { abortSignal }),
  );
const read = capability({ table: ['GetItem'] }, (context) => () => readItem(context));

/** Dependencies of a request with this much time, by the real clock. Half a second of it is kept for the answer. */
function hurried(milliseconds: number) {
  const end = Date.now() + milliseconds + 500;
  const { runtime } = makeTestContext();
  const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
  return makeDeps({ read }, runtime, { requestId: 'r', remaining: () => end - Date.now(), meter });
}

describe('production 8.2: a call to an AWS service', () => {
  test('is aborted at the deadline, with its connection', async () => {
    answer = silent;
    await expect(hurried(500).read()).rejects.toThrow(DeadlineExceeded);
    await pause(100);
    expect([requests, closed]).toEqual([1, 1]);
  });

  test('is not sent without time', async () => {
    await expect(hurried(0).read()).rejects.toThrow(DeadlineExceeded);
    await pause(100);
    expect(requests).toBe(0);
  });

  test('is not tried again after a freeze that outlasts the deadline', async () => {
    answer = (request, response) => {
      failing(request, response);
      setTimeout(() => freeze(600), 1);
    };
    await expect(hurried(300).read()).rejects.toThrow(DeadlineExceeded);
    await pause(LATER_MS);
    expect(requests).toBe(1);
  });

  test('is not tried again when the timer of the retry fires before the timer of the deadline', async () => {
    answer = failing;
    const { runtime } = makeTestContext();
    const meter = { calls: 0, readUnits: 0, writeUnits: 0 };
    // After the first request, the clock is past the deadline. Its timer still waits.
    const remaining = () => (requests === 0 ? 5_000 : 0);
    const deps = makeDeps({ read }, runtime, { requestId: 'r', remaining, meter });
    await expect(deps.read()).rejects.toThrow(DeadlineExceeded);
    expect(requests).toBe(1);
  });
});

const call = { event: {}, context: lambdaContext() };

describe('production 8.2: a call that is open when its request has its answer', () => {
  test('of an operation is not sent when the environment thaws', async () => {
    answer = failing;
    const leaving = defineOperation({
      id: 'leaving',
      summary: 'Answer before a call has ended',
      route: 'GET /leaving',
      auth: 'public',
      output: { status: 200, body: v.object({}) },
      errors: [],
      uses: { read },
      run: async ({ deps }) => {
        void deps.read().catch(() => {});
        while (requests === 0) await pause(1);
        return {};
      },
    });
    const { status } = await send(makeHandler(leaving, makeTestContext().runtime), leaving.route, {});
    const sent = requests;
    freeze(600);
    await pause(LATER_MS);
    expect([status, requests]).toEqual([200, sent]);
  });

  test('of a trigger is not sent, and no new one begins', async () => {
    answer = failing;
    let later: Promise<unknown> = Promise.resolve();
    const trigger = {
      id: 'leaving',
      summary: 'End before a call has ended',
      source: 'schedule',
      rate: 'rate(1 hours)',
      uses: { read },
      run: async ({ deps }: { deps: Record<string, unknown> }) => {
        const readNow = () => Object(deps).read();
        void readNow().catch(() => {});
        while (requests === 0) await pause(1);
        later = pause(20).then(readNow);
        later.catch(() => {});
        return {};
      },
    } as const;
    await makeTriggerHandler(trigger, makeTestContext().runtime)(call.event, call.context);
    const sent = requests;
    await expect(later).rejects.toThrow(DeadlineExceeded);
    await pause(LATER_MS);
    expect(requests).toBe(sent);
  });
});

describe('production 8.2: a call to the stamping provider', () => {
  const environment = () => ({ ...ENVIRONMENT, STAMPING_PROVIDER_URL: listener.endpoint });
  const key = providerKey('sk_test_planted', false);

  test('is aborted at the deadline: the connection ends, and the outcome is unknown', async () => {
    answer = silent;
    const end = Date.now() + 1_000;
    const context = makeTestContext({ environment: environment(), remaining: () => end - Date.now() });
    const outcome = await context.use(documents.createDocument)(key, documentBody(someId()));
    await pause(100);
    expect([outcome.kind, requests, closed]).toEqual(['unknown', 1, 1]);
  });

  test('is not repeated after a freeze that outlasts the deadline', async () => {
    answer = (request, response) => {
      failing(request, response);
      setTimeout(() => freeze(600), 1);
    };
    const end = Date.now() + 800;
    const context = makeTestContext({ environment: environment(), remaining: () => end - Date.now() });
    await expect(context.use(documents.findDocuments)(key, someId())).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
    await pause(LATER_MS);
    expect(requests).toBe(1);
  });
});
