import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { frontEnds } from '../../local/front-ends';
import { FunctionTimeout, type Invoke } from '../../local/functions';
import { gateway } from '../../local/gateway/gateway';
import { type Listener, serve } from '../../local/wire';
import { makeHandler } from '../../shared/operation/lambda';
import { signInToy } from '../operation/sample-operations';
import { ENVIRONMENT, makeTestContext } from '../support/engine-runtime';
import { httpEvent, lambdaContext } from '../support/http-event';

const ORIGIN = 'http://localhost:5173';
const ID = '01930000-0001-7000-8000-000000000001';

const echo: Invoke = async (event) => ({ statusCode: 200, headers: {}, body: JSON.stringify(event) });
/** An operation with cookies, as a function serves it. */
const environment = { ...ENVIRONMENT, ALLOWED_ORIGINS: ORIGIN, COOKIE_SAME_SITE: 'None' };
const signIn = makeHandler(signInToy, makeTestContext({ environment }).runtime);
const Sent = v.object({
  headers: v.record(v.string(), v.string()),
  body: v.optional(v.string()),
  isBase64Encoded: v.boolean(),
});
const warnings: string[] = [];
let listener: Listener;

beforeAll(async () => {
  const byRoute = new Map<string, Invoke>([
    ['GET /echo', echo],
    ['POST /echo', echo],
    ['GET /teams/{teamId}/drivers/{driverId}', echo],
    [
      'GET /cookies',
      async () => ({
        statusCode: 201,
        headers: { 'X-Request-Id': 'r', 'Access-Control-Allow-Origin': '*' },
        cookies: ['a=1; HttpOnly', 'b=2'],
        body: 'hi',
      }),
    ],
    [
      'GET /binary',
      async () => ({ statusCode: 200, body: Buffer.from([0, 255]).toString('base64'), isBase64Encoded: true }),
    ],
    ['GET /bare', async () => ({ any: 'thing' })],
    ['GET /broken', async () => ({ statusCode: 'two hundred' })],
    ['GET /crash', async () => Promise.reject(new Error('boom'))],
    [signInToy.route, (event) => signIn(httpEvent(signInToy.route, v.parse(Sent, event)), lambdaContext())],
    ['GET /slow', async () => Promise.reject(new FunctionTimeout('slow'))],
  ]);
  const unknownRoute: Invoke = async (event) => ({ statusCode: 404, body: JSON.stringify(event) });
  const functions = { byRoute, unknownRoute, runTrigger: async () => undefined, schedules: [] };
  const options = {
    frontEnds: frontEnds([ORIGIN], (known) => {
      environment.ALLOWED_ORIGINS = known.join(',');
    }),
    functions,
    localRoutes: { 'GET /_local/here': () => ({ status: 200, body: 'here' }) },
    warn: (line: string) => warnings.push(line),
  };
  listener = await serve(gateway(options), 0);
});
afterAll(() => listener.stop());

/** Sends exactly this path and these headers. `fetch` would normalise them. */
async function send(
  method: string,
  path: string,
  headers: Record<string, string | string[]> = {},
  body?: string | Buffer,
) {
  const request = httpRequest(`${listener.endpoint}/`, { method, path, headers });
  request.end(body);
  const [response] = await once(request, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('the event', () => {
  test('carries the request as payload 2.0 has it', async () => {
    const headers = { 'X-Thing': ['a', 'b'], cookie: 'one=1; two=2', 'user-agent': 'test' };
    const { body } = await send('GET', '/echo?x=1&y=a%20b&x=2&empty=', headers);
    const event = JSON.parse(body);
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'GET /echo',
      rawPath: '/echo',
      rawQueryString: 'x=1&y=a%20b&x=2&empty=',
      queryStringParameters: { x: '1,2', y: 'a b', empty: '' },
      cookies: ['one=1', 'two=2'],
      isBase64Encoded: false,
      requestContext: {
        routeKey: 'GET /echo',
        stage: '$default',
        http: { method: 'GET', path: '/echo', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        time: expect.stringMatching(/^\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} \+0000$/),
        timeEpoch: expect.any(Number),
      },
    });
    expect(event.headers).toMatchObject({ 'x-thing': 'a,b' });
    expect(event.headers).not.toHaveProperty('cookie');
    for (const absent of ['body', 'pathParameters']) expect(event).not.toHaveProperty(absent);
  });

  test('leaves out the query and the cookies that are not there', async () => {
    const event = JSON.parse((await send('GET', '/echo')).body);
    for (const absent of ['queryStringParameters', 'cookies']) expect(event).not.toHaveProperty(absent);
    expect(event.rawQueryString).toBe('');
  });

  test('has the decoded parameters of the path', async () => {
    const { body } = await send('GET', `/teams/${ID}/drivers/a%20b%25`);
    expect(JSON.parse(body)).toMatchObject({
      rawPath: `/teams/${ID}/drivers/a b%`,
      pathParameters: { teamId: ID, driverId: 'a b%' },
    });
  });

  test.each([
    ['application/json; charset=utf-8', false],
    ['application/problem+json', false],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', true],
    ['application/octet-stream', true],
    [undefined, true],
  ])('with a body of type %s is in base 64: %s', async (type, isBase64Encoded) => {
    const { body } = await send('POST', '/echo', type === undefined ? {} : { 'content-type': type }, '{"ñ":1}');
    const expected = isBase64Encoded ? Buffer.from('{"ñ":1}').toString('base64') : '{"ñ":1}';
    expect(JSON.parse(body)).toMatchObject({ isBase64Encoded, body: expected });
  });
});

describe('routes', () => {
  test.each([
    ['GET', '/nowhere'],
    ['DELETE', '/echo'],
    ['HEAD', '/echo'],
    ['OPTIONS', '/echo'],
    ['TRACE', '/echo'],
    ['GET', '/echo/'],
    ['GET', '/ECHO'],
    ['GET', `/teams/${ID}%2Fx/drivers/y`],
    ['GET', '/teams//drivers/x'],
  ])('%s %s is none of ours', async (method, path) => {
    expect((await send(method, path)).status).toBe(404);
  });

  test('a separator that was escaped separates all the same', async () => {
    expect((await send('GET', `/teams%2F${ID}/drivers/x`)).status).toBe(200);
  });

  test('a broken escape is the gateway’s own 400', async () => {
    expect(await send('GET', '/teams/%zz/drivers/x')).toMatchObject({ status: 400, body: '{"message":"Bad Request"}' });
  });
});

describe('the answer', () => {
  test('has the function’s status, headers, body and cookies', async () => {
    const { status, headers, body } = await send('GET', '/cookies');
    expect({ status, body }).toEqual({ status: 201, body: 'hi' });
    expect(headers['set-cookie']).toEqual(['a=1; HttpOnly', 'b=2']);
    expect(headers).toMatchObject({ 'x-request-id': 'r', 'apigw-requestid': expect.any(String) });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('is decoded from base 64', async () => {
    const response = await fetch(`${listener.endpoint}/binary`);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255]);
  });

  test('without a status is a body alone', async () => {
    expect(await send('GET', '/bare')).toMatchObject({ status: 200, body: '{"any":"thing"}' });
  });

  test.each([
    ['/broken', 500, 'Internal Server Error'],
    ['/crash', 500, 'Internal Server Error'],
    ['/slow', 503, 'Service Unavailable'],
  ])('of %s is the gateway’s own %i', async (path, status, message) => {
    const answer = await send('GET', path);
    expect(answer).toMatchObject({ status, body: JSON.stringify({ message }) });
  });

  test('to more than ten megabytes is 413', async () => {
    const most = Buffer.alloc(10 * 1024 * 1024);
    const text = { 'content-type': 'text/plain' };
    expect((await send('POST', '/echo', text, Buffer.concat([most, Buffer.from('x')]))).status).toBe(413);
    // The gateway accepted the request: the 500 comes from the echoed answer, which is larger than a function may return.
    expect((await send('POST', '/echo', text, most)).status).toBe(500);
  });

  test('says at the terminal what crashed', () => {
    expect(warnings.join('\n')).toContain('boom');
  });
});

describe('other origins', () => {
  const granted = { 'access-control-allow-origin': ORIGIN, 'access-control-allow-credentials': 'true' };

  test('that are allowed may preflight any path, and read answers', async () => {
    const preflight = await send('OPTIONS', '/nowhere', { origin: ORIGIN, 'access-control-request-method': 'POST' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({ ...granted, 'access-control-allow-headers': expect.any(String) });
    expect((await send('GET', '/echo', { origin: ORIGIN })).headers).toMatchObject(granted);
    expect((await send('GET', '/nowhere', { origin: ORIGIN })).headers).toMatchObject(granted);
  });

  test('that are not get nothing', async () => {
    for (const method of ['OPTIONS', 'GET']) {
      const { headers } = await send(method, '/echo', { origin: 'http://evil.example' });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('doors 12: an operation that sets cookies', () => {
  const ask = async (headers: Record<string, string>, body?: string) => {
    const answer = await send('POST', '/auth/toys', headers, body);
    return [answer.status, answer.headers['set-cookie'] !== undefined];
  };
  const json = { 'content-type': 'application/json' };

  test('serves pages of allowed origins that send JSON, and clients without an origin', async () => {
    expect(await ask({ origin: ORIGIN, ...json }, '{}')).toEqual([200, true]);
    expect(await ask({ origin: ORIGIN })).toEqual([200, true]);
    expect(await ask({ 'content-type': 'text/plain' }, '{}')).toEqual([200, true]);
  });

  test('desk 7.3: serves another page of this machine at its first request: its browser may have kept the preflight of a former start', async () => {
    expect(await ask({ origin: 'http://127.0.0.1:8081', ...json }, '{}')).toEqual([200, true]);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'refuses a body of the type %s from a page, also where the gateway encodes it',
    async (type) => {
      expect(await ask({ origin: ORIGIN, 'content-type': type }, '{}')).toEqual([400, false]);
      expect(await ask({ origin: 'http://evil.example', 'content-type': type }, '{}')).toEqual([403, false]);
    },
  );

  test('refuses a page of another origin, also one that sends JSON', async () => {
    expect(await ask({ origin: 'null', ...json }, '{}')).toEqual([403, false]);
    expect(await ask({ origin: 'http://evil.example', ...json }, '{}')).toEqual([403, false]);
  });
});

describe('what is here alone', () => {
  test('is for programs of this machine, and for pages of allowed origins', async () => {
    expect((await send('GET', '/_local/here')).body).toBe('here');
    expect((await send('GET', '/_local/here', { host: 'localhost:3000' })).status).toBe(200);
    expect((await send('GET', '/_local/here', { origin: ORIGIN })).status).toBe(200);
  });

  test('is for no page of another site, by its origin or by a name of its own that leads here', async () => {
    expect((await send('GET', '/_local/here', { origin: 'http://evil.example' })).status).toBe(403);
    expect((await send('GET', '/_local/here', { host: 'evil.example' })).status).toBe(403);
    expect((await send('GET', '/_local/here', { host: 'localhost.evil.example' })).status).toBe(403);
    expect((await send('GET', '/echo', { host: 'evil.example' })).status).toBe(200);
  });
});
