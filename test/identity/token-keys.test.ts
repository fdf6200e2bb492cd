import { createServer, type Server } from 'node:http';
import { makeHandler } from '../../shared/operation/lambda';
import { admitUser, makeWorld, type World } from '../every-operation/world';
import { createToy } from '../operation/sample-operations';
import { makeTestContext } from '../support/engine-runtime';
import { environmentOf } from '../support/environment';
import { send } from '../support/http-event';
import { STAFF_SUB, type TestPool, testPool } from '../support/user-pools';

let world: World;
/** The staff pool after a rotation of its key. */
let rotated: TestPool;
let provider: Server;
/** The next answer of the provider, if any, and the paths that it was asked for. */
let answer: { readonly status: number; readonly text: string; readonly length?: number } | undefined;
let asked: (string | undefined)[] = [];

beforeAll(async () => {
  world = await makeWorld();
  admitUser(world.services);
  rotated = await testPool(world.pools.staff.poolId, { sub: STAFF_SUB }, 'a-new-key');
  provider = createServer((request, response) => {
    asked.push(request.url);
    if (answer === undefined) return;
    const { status, text, length } = answer;
    response.writeHead(status, length === undefined ? {} : { 'content-length': length });
    if (length === undefined) response.end(text);
    else response.write(text, () => response.destroy());
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
});

afterAll(() => new Promise((resolve) => provider.close(resolve)));

beforeEach(() => {
  asked = [];
  answer = { status: 200, text: rotated.keySet };
});

const PATH = () => [`/${world.pools.staff.poolId}/.well-known/jwks.json`];

/** One execution environment, which keeps its keys between requests. */
function environmentOfOneFunction(changes: Record<string, string> = {}) {
  const address = provider.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { runtime, logs } = makeTestContext({
    environment: {
      ...environmentOf(world.pools),
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `http://127.0.0.1:${port}`,
      ...changes,
    },
  });
  const handler = makeHandler(createToy, runtime);
  const statusFor = async (token: string) =>
    (await send(handler, createToy.route, { headers: { authorization: `Bearer ${token}` } })).status;
  return { statusFor, logs };
}

test('keys that came with the environment need no fetch', async () => {
  const { statusFor } = environmentOfOneFunction();
  expect([await statusFor(world.tokens.staff), await statusFor(world.tokens.drivers)]).toEqual([201, 403]);
  expect(asked).toEqual([]);
});

test('a rotated key is picked up with one fetch, and no deploy', async () => {
  const { statusFor } = environmentOfOneFunction();
  const token = await rotated.accessToken();
  expect([await statusFor(token), await statusFor(token), await statusFor(await rotated.accessToken())]).toEqual([
    201, 201, 201,
  ]);
  expect(asked).toEqual(PATH());
});

test('many requests at once with a rotated key fetch once', async () => {
  const { statusFor } = environmentOfOneFunction();
  const token = await rotated.accessToken();
  const statuses = await Promise.all(Array.from({ length: 20 }, () => statusFor(token)));
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(asked).toEqual(PATH());
});

test('a key that nobody has is 401 after one fetch, and soon again without any', async () => {
  const { statusFor } = environmentOfOneFunction();
  const stranger = await testPool(world.pools.staff.poolId, { sub: STAFF_SUB }, 'a-key-of-nobody');
  expect([await statusFor(await stranger.accessToken()), await statusFor(await stranger.accessToken())]).toEqual([
    401, 401,
  ]);
  expect(asked).toEqual(PATH());
});

test('a junk token after a rotation holds up nobody: the fetch that it causes brings the new key', async () => {
  const { statusFor } = environmentOfOneFunction();
  const stranger = await testPool(world.pools.staff.poolId, { sub: STAFF_SUB }, 'a-key-of-nobody');
  const junk = await stranger.accessToken();
  expect([await statusFor(junk), await statusFor(await rotated.accessToken())]).toEqual([401, 201]);
  expect(asked).toEqual(PATH());
});

test('one just before it holds up tokens of the new key until the next fetch, and no others', async () => {
  answer = { status: 200, text: world.pools.staff.keySet };
  const { statusFor } = environmentOfOneFunction();
  const stranger = await testPool(world.pools.staff.poolId, { sub: STAFF_SUB }, 'a-key-of-nobody');
  expect(await statusFor(await stranger.accessToken())).toBe(401);
  answer = { status: 200, text: rotated.keySet };
  expect([await statusFor(await rotated.accessToken()), await statusFor(world.tokens.staff)]).toEqual([401, 201]);
  expect(asked).toEqual(PATH());
});

test.each([
  ['an error', { status: 500, text: '' }],
  ['no key set', { status: 200, text: '<html>' }],
  ['an empty object', { status: 200, text: '{}' }],
])('a provider that answers %s is to be asked again, and no 401 of the caller’s', async (_, given) => {
  answer = given;
  const { statusFor, logs } = environmentOfOneFunction();
  expect(await statusFor(await rotated.accessToken())).toBe(503);
  expect(logs.join('\n')).toContain('"level":"ERROR"');
});

test('a provider that breaks off is to be asked again', async () => {
  answer = { status: 200, text: '{', length: 100 };
  const { statusFor, logs } = environmentOfOneFunction();
  expect(await statusFor(await rotated.accessToken())).toBe(503);
  expect(logs.join('\n')).toContain('"level":"ERROR"');
});

test('a provider that does not answer is given up after three seconds', async () => {
  answer = undefined;
  const { timeout } = AbortSignal;
  const waits: number[] = [];
  AbortSignal.timeout = (milliseconds) => {
    waits.push(milliseconds);
    return timeout(10);
  };
  try {
    const { statusFor, logs } = environmentOfOneFunction();
    expect(await statusFor(await rotated.accessToken())).toBe(503);
    expect(logs.join('\n')).toContain('AbortError');
  } finally {
    AbortSignal.timeout = timeout;
  }
  expect(waits).toEqual([3_000]);
});

test('a provider is asked in the way that its address says', async () => {
  const { statusFor, logs } = environmentOfOneFunction({
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: 'https://127.0.0.1:1',
  });
  expect(await statusFor(await rotated.accessToken())).toBe(503);
  expect(logs.join('\n')).toContain('ECONNREFUSED');
});

test('a provider that cannot be reached is told as such, and the next request tries again', async () => {
  answer = { status: 503, text: '' };
  const { statusFor, logs } = environmentOfOneFunction();
  const token = await rotated.accessToken();
  expect(await statusFor(token)).toBe(503);
  expect(logs.join('\n')).toContain('status 503');
  answer = { status: 200, text: rotated.keySet };
  expect(await statusFor(token)).toBe(201);
});

test('keys in the environment that are no key set are a fault of the deployment', async () => {
  const { statusFor } = environmentOfOneFunction({ STAFF_JWKS: '{"keys":[{}]}' });
  expect(await statusFor(world.tokens.staff)).toBe(500);
});
