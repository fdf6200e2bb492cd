import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { GetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { cognitoClient, cognitoClientOnce } from '../../shared/identity/cognito/user-pool';
import { sesClient } from '../../shared/mail/deliver-mail';
import { errorAnswer } from '../../shared/operation/error-answer';
import { askingClient } from '../../shared/platform/invoke/ask-function';
import { lambdaClient } from '../../shared/platform/invoke/functions';
import { sqsClient } from '../../shared/platform/queue/send-messages';
import { type LimitedService, longestCallMs } from '../../shared/platform/runtime/aws-client';
import { secretsManagerClient } from '../../shared/platform/secrets/secrets-manager';
import { s3Client } from '../../shared/platform/storage/buckets';
import { tableClient } from '../../shared/platform/table/client';

/** A server that accepts connections, reads requests, and never answers. */
let server: Server;
let requests: string[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('data', (data) => {
      const [first = ''] = data.toString('latin1').split('\r\n');
      if (/ HTTP\/1\.1$/.test(first)) requests.push(first);
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL;
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** One call of each client. The compiler requires every service. */
const CALLS: Readonly<Record<LimitedService, () => Promise<unknown>>> = {
  table: () => tableClient().send(new GetCommand({ TableName: 'table', Key: { pk: 'a', sk: 'b' } })),
  queue: () => sqsClient().send(new ListQueuesCommand({})),
  secrets: () => secretsManagerClient().send(new GetSecretValueCommand({ SecretId: 'secret' })),
  storage: () => s3Client().send(new HeadBucketCommand({ Bucket: 'bucket' })),
  cognito: () => cognitoClient().send(new GetUserCommand({ AccessToken: 'token' })),
  cognitoOnce: () => cognitoClientOnce().send(new GetUserCommand({ AccessToken: 'token' })),
  functions: () => lambdaClient().send(new ListFunctionsCommand({})),
  sendOut: () => askingClient().send(new ListFunctionsCommand({})),
  mail: () => sesClient().send(new SendEmailCommand({ Content: {}, Destination: {} })),
};

/** The seconds of a try and the number of tries, as docs/decisions/0044 gives them. */
const LIMITS: Readonly<Record<LimitedService, readonly [number, number]>> = {
  table: [2, 3],
  queue: [2, 3],
  secrets: [2, 3],
  storage: [5, 2],
  cognito: [5, 2],
  cognitoOnce: [5, 1],
  functions: [2, 3],
  sendOut: [14, 1],
  mail: [5, 2],
};

/** The SDK's pauses between three tries, and the delay of timers on a busy machine. */
const PAUSES_MS = 1_500;

/** Moves the clocks of this file until the calls have ended. Between two steps, sockets have real time to connect and to send. */
async function untilEnded<T>(ends: Promise<T>): Promise<T> {
  let isOpen = true;
  const ended = ends.finally(() => {
    isOpen = false;
  });
  for (let passed = 0; isOpen && passed < LONGEST_MS; passed += STEP_MS) {
    await new Promise((resolve) => realTimeout(resolve, REAL_STEP_MS));
    await jest.advanceTimersByTimeAsync(STEP_MS);
  }
  return ended;
}

const realTimeout = setTimeout;
const STEP_MS = 50;
const REAL_STEP_MS = 4;
/** Beyond each limit. */
const LONGEST_MS = 20_000;

test('production 8.1: each client ends a call that is never answered at its time, as UNAVAILABLE', async () => {
  requests = [];
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  const services = Object.keys(LIMITS) as LimitedService[];
  const ends = await untilEnded(
    Promise.all(
      services.map(async (service) => {
        const began = performance.now();
        const failure = await CALLS[service]().catch((reason: unknown) => reason);
        return { service, failure, took: performance.now() - began };
      }),
    ),
  ).finally(() => jest.useRealTimers());
  for (const { service, failure, took } of ends) {
    const [seconds, tries] = LIMITS[service];
    expect([service, errorAnswer(failure, 'r').code]).toEqual([service, 'UNAVAILABLE']);
    expect(took).toBeGreaterThan(seconds * tries * 1000 - 50);
    expect(took).toBeLessThan(seconds * tries * 1000 + PAUSES_MS);
  }
  expect(requests).toHaveLength(Object.values(LIMITS).reduce((sum, [, tries]) => sum + tries, 0));
});

test('production 8.1: the tries of each service, and a whole call with its pauses, take at most ten seconds', () => {
  // A webhook's endpoint has ten seconds itself. No request of a client waits for it.
  const others = Object.entries(LIMITS).filter(([service]) => service !== 'sendOut');
  for (const [, [seconds, tries]] of others) expect(seconds * tries).toBeLessThanOrEqual(10);
  expect(longestCallMs({ resource: 'staffPool', action: 'AdminGetUser' })).toBe(10_000);
});
