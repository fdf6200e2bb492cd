import * as v from 'valibot';
import { refreshTokenOf } from '../../shared/identity/session-cookies';
import { CROSS_ORIGIN } from '../../shared/operation/cross-origin';
import type { Operation } from '../../shared/operation/define';
import { makeHandler } from '../../shared/operation/lambda';
import { openRequestLog } from '../../shared/operation/request-log';
import { environmentOf, permissionsOf } from '../../shared/operation/requirements';
import { serve } from '../../shared/operation/serve';
import { capability } from '../../shared/platform/runtime/capability';
import { bearer } from '../every-operation/unauthenticated';
import { admitDriver, admitMember, admitUser, exchange, makeWorld, type World } from '../every-operation/world';
import { makeTestContext, UPTIME } from '../support/engine-runtime';
import { environmentOf as variablesOf } from '../support/environment';
import { httpEvent, lambdaContext, REQUEST_ID, send, type TestRequest } from '../support/http-event';
import { STAFF_SUB, TEAM_ID } from '../support/user-pools';
import {
  bodyTeamToy,
  cookieToy,
  createToy,
  driverToy,
  echoToy,
  elsewhereToy,
  lateToy,
  memberToy,
  NotOdd,
  signedToy,
  signInToy,
  signOutToy,
} from './sample-operations';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

beforeEach(() => {
  world.services.reset();
  admitUser(world.services);
});

const asStaff = (operation: Operation, request: TestRequest = {}) =>
  exchange(operation, world, { headers: bearer(world.tokens.staff), ...request });

test('an operation is told what request it answers', async () => {
  const { ran } = await asStaff(createToy);
  expect(ran[0]?.request).toMatchObject({
    requestId: REQUEST_ID,
    sourceIp: '192.0.2.1',
    publicUrl: 'https://api.example',
  });
});

test('what it uses knows the request and the time that is left', async () => {
  admitMember(world.services, 'MEMBER');
  const { answer } = await asStaff(memberToy, { query: { teamId: TEAM_ID, page: '2' } });
  expect(answer).toMatchObject({ status: 200, body: { requestId: REQUEST_ID, remaining: 28_000 } });
});

test('a query that breaks a rule names its field', async () => {
  const { answer } = await asStaff({
    ...memberToy,
    auth: { pool: 'staff', keys: 'never' },
    input: { query: v.object({ name: v.string() }) },
  });
  expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
});

test('without a query an operation reads an empty one', async () => {
  const { answer, ran } = await asStaff({ ...memberToy, auth: { pool: 'staff', keys: 'never' } } as Operation);
  expect([answer.status, ran[0]?.input.query]).toEqual([200, {}]);
});

test('what is wrong with a whole body is said of the body, and of a whole query of the query', async () => {
  admitMember(world.services, 'MEMBER');
  const body = { teamId: TEAM_ID, name: 'odd' };
  expect((await asStaff(bodyTeamToy, { body })).answer).toMatchObject({ status: 400, body: { field: 'body' } });
  const query: Operation = { ...createToy, input: { query: NotOdd } };
  expect((await asStaff(query, { query: { name: 'odd' } })).answer).toMatchObject({
    status: 400,
    body: { field: 'query' },
  });
});

test('a field that breaks a rule is told of, also where nobody signs in', async () => {
  const { answer } = await exchange(echoToy, world, { body: { name: 7 } });
  expect(answer).toMatchObject({ status: 400, body: { field: 'name' } });
});

test('every answer says its request and its type', async () => {
  const { answer } = await asStaff(echoToy);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': REQUEST_ID });
  const elsewhere = await makeHandler(elsewhereToy, makeTestContext().runtime)(
    httpEvent(elsewhereToy.route, {}),
    lambdaContext(),
  );
  expect(elsewhere.headers).toMatchObject({ 'X-Request-Id': REQUEST_ID, Location: 'https://elsewhere.example/toy' });
  const refused = await exchange(createToy, world, {});
  expect(refused.answer).toMatchObject({
    status: 401,
    headers: { 'x-request-id': REQUEST_ID, 'content-type': 'application/json' },
  });
});

describe('the line of a request', () => {
  test('says all of it', async () => {
    const { testContext } = await asStaff(createToy);
    expect(testContext.logs.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'INFO',
        init_ms: UPTIME,
        network: expect.stringMatching(/^[\w-]{12}$/),
        user: STAFF_SUB,
        operation: 'createToy',
        function_request_id: REQUEST_ID,
        status: 201,
        duration_ms: 0,
        cold_start: true,
        calls: 1,
        rru: 0,
        wru: 0,
      },
    ]);
  });

  test('says how long it took, and what was called', async () => {
    const { runtime, logs, pass } = makeTestContext();
    const toy = lateToy(async () => pass(7));
    const handler = makeHandler(toy, runtime);
    await send(handler, toy.route, {});
    await send(handler, toy.route, {});
    expect(logs.map((line) => JSON.parse(line))).toMatchObject([
      { duration_ms: 7, cold_start: true },
      { duration_ms: 7, cold_start: false },
    ]);
    admitMember(world.services, 'MEMBER');
    const { testContext } = await asStaff(memberToy, { query: { teamId: TEAM_ID } });
    expect(JSON.parse(testContext.logs[0] ?? '')).toMatchObject({ team: TEAM_ID, calls: 1 });
  });

  test('says the team of who is refused, where the token says it, and what was refused', async () => {
    admitDriver(world.services, { appAccessStatus: 'DISABLED' });
    const headers = bearer(world.tokens.drivers);
    const { testContext } = await exchange(driverToy, world, { headers, path: { toyId: TEAM_ID } });
    expect(JSON.parse(testContext.logs[0] ?? '')).toMatchObject({ team: TEAM_ID, status: 403, error: 'FORBIDDEN' });
  });

  test('says the team of who signed it', async () => {
    const headers = { 'x-signed': 'yes' };
    const { answer, testContext } = await exchange(signedToy, world, { headers, body: { name: 'Ana' } });
    expect(answer.status).toBe(200);
    expect(JSON.parse(testContext.logs[0] ?? '')).toMatchObject({ team: TEAM_ID });
  });
});

test('a signature without a query is 401 as any other', async () => {
  const handler = makeHandler(signedToy, makeTestContext().runtime);
  expect(await send(handler, signedToy.route, { body: { name: 'Ana' } })).toMatchObject({
    status: 401,
    body: { error: 'UNAUTHENTICATED', message: 'The signature is not valid. Check the signing key.' },
  });
});

test.each<[string, Operation]>([
  ['staff', createToy],
  ['a driver', driverToy],
])('an operation that asks for a token of %s answers 401 to a request without an identity', async (_, toy) => {
  const { runtime, calls } = makeTestContext();
  const context = lambdaContext();
  const event = httpEvent(toy.route, { path: { toyId: TEAM_ID }, body: {} });
  const request = { ...event, body: {}, sender: { address: '192.0.2.1' } };
  const served = serve(toy, runtime, request, openRequestLog(toy.id, runtime, context, false));
  await expect(served).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect(calls).toEqual([]);
});

test('an operation may take all the time that it has', async () => {
  const { runtime } = makeTestContext();
  const handler = makeHandler(
    lateToy(() => new Promise((resolve) => setTimeout(resolve, 15))),
    runtime,
  );
  const answer = await handler(httpEvent('GET /toys/late', {}), {
    ...lambdaContext(),
    getRemainingTimeInMillis: () => 10,
  });
  expect(answer.statusCode).toBe(200);
});

test('who signs out has cookies that are over', async () => {
  const { answer } = await exchange(signOutToy, world, {}, { environment: variablesOf(world.pools) });
  expect(answer.cookies).toEqual([
    '__Host-staff-refresh=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
    '__Host-driver-refresh=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
    'accessToken=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
    'idToken=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
    'refreshToken=; Path=/auth; Max-Age=0; HttpOnly; Secure; SameSite=None',
  ]);
});

test('the refresh token is the one of the body, or of the cookie', () => {
  const refreshCookie = () => 'of the cookie';
  expect(refreshTokenOf({ refreshToken: 'of the body' }, 'staff', { refreshCookie })).toBe('of the body');
  expect(refreshTokenOf({}, 'staff', { refreshCookie })).toBe('of the cookie');
  for (const found of [undefined, ''])
    expect(() => refreshTokenOf({}, 'staff', { refreshCookie: () => found })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', field: 'refreshToken' }),
    );
});

test('cookies in the header may stand without blanks, and there may be none', async () => {
  const environment = variablesOf(world.pools);
  const headers = { origin: 'https://app.example', cookie: 'theme=dark;__Host-staff-refresh=a' };
  const withHeader = await exchange(cookieToy, world, { headers }, { environment });
  expect(withHeader.answer.body).toEqual({ cookie: 'a' });
  expect((await exchange(cookieToy, world, {}, { environment })).answer.body).toEqual({ cookie: null });
});

const TOKENS = [
  'STAFF_USER_POOL_ID',
  'STAFF_CLIENT_ID',
  'STAFF_JWKS',
  'DRIVERS_USER_POOL_ID',
  'DRIVERS_CLIENT_ID',
  'DRIVERS_JWKS',
];
const SESSIONS = ['ALLOWED_ORIGINS', 'COOKIE_SAME_SITE', 'STAGE_KEY'];

test.each<[string, Operation, string[]]>([
  ['nothing', echoToy, []],
  ['a token', createToy, [...TOKENS, 'STAGE_KEY', 'TABLE_NAME']],
  ['a team', memberToy, [...TOKENS, 'STAGE_KEY', 'TABLE_NAME']],
  ['cookies', signInToy, SESSIONS],
  ['cookies that are over', signOutToy, SESSIONS],
])('a function that needs %s has its variables, sorted, once each', (_, operation, variables) => {
  expect(environmentOf(operation)).toEqual([...variables].sort());
});

test('a function may do what it uses, and what its callers’ rights are checked by', () => {
  const write = capability({ table: ['PutItem'] }, () => undefined, ['STAGE']);
  const toy: Operation = { ...memberToy, uses: { write } };
  expect(permissionsOf(toy)).toEqual({
    table: expect.arrayContaining(['BatchGetItem', 'PutItem']),
    tableKeys: ['TEAM#'],
  });
  expect(environmentOf(toy)).toEqual([...TOKENS, 'STAGE', 'STAGE_KEY', 'TABLE_NAME'].sort());
  expect(permissionsOf(echoToy)).toEqual({});
});

test('integrations 4: pages of other origins may send and read what the API is about, and ask once an hour whether they may', () => {
  expect(CROSS_ORIGIN).toEqual({
    methods: ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'],
    headers: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match'],
    exposedHeaders: [
      ...['deprecation', 'etag', 'link', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
      ...['retry-after', 'sunset', 'x-request-id'],
    ],
    maximumAgeSeconds: 3_600,
  });
});
