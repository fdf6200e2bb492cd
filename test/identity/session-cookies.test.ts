import type { Operation } from '../../shared/operation/define';
import { exchange, makeWorld, type World } from '../every-operation/world';
import { cookieToy, echoToy, signInToy } from '../operation/sample-operations';
import { environmentOf } from '../support/environment';
import type { TestRequest } from '../support/http-event';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const answerTo = async (operation: Operation, request: TestRequest, changes: Record<string, string> = {}) => {
  const environment = { ...environmentOf(world.pools), ...changes };
  return (await exchange(operation, world, request, { environment })).answer;
};

test('an answer with tokens sets the three session cookies, out of reach of scripts, the refresh cookie for /auth alone', async () => {
  const { cookies } = await answerTo(signInToy, {});
  expect(cookies).toEqual([
    'accessToken=an-access; Path=/; Max-Age=900; HttpOnly; Secure; SameSite=None',
    'idToken=an-id; Path=/; Max-Age=900; HttpOnly; Secure; SameSite=None',
    'refreshToken=a-refresh; Path=/auth; Max-Age=2592000; HttpOnly; Secure; SameSite=None',
  ]);
});

test('SameSite is the one of the stage', async () => {
  const { cookies } = await answerTo(signInToy, {}, { COOKIE_SAME_SITE: 'Lax' });
  expect(cookies.map((cookie) => cookie.split('; ').at(-1))).toEqual(Array(3).fill('SameSite=Lax'));
});

test('a challenge sets no cookie', async () => {
  const { status, cookies } = await answerTo(signInToy, { body: { challenge: true } });
  expect([status, cookies]).toEqual([200, []]);
});

test('an operation that signs nobody in sets no cookie', async () => {
  expect((await answerTo(echoToy, {})).cookies).toEqual([]);
});

const refresh = ['theme=dark', 'refreshToken=a.b=c'];

test.each(['https://app.example', 'http://localhost:5173'])(
  'the refresh cookie is taken from the allowed origin %s',
  async (origin) => {
    const { body } = await answerTo(cookieToy, { cookies: refresh, headers: { origin } });
    expect(body).toEqual({ cookie: 'a.b=c' });
  },
);

test('the refresh cookie is found where an emulator leaves it in the header', async () => {
  const headers = { origin: 'https://app.example', cookie: refresh.join('; ') };
  expect((await answerTo(cookieToy, { headers })).body).toEqual({ cookie: 'a.b=c' });
});

test.each<[string, Record<string, string>]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that begins alike', { origin: 'https://app.example.evil.example' }],
  ['the origin null', { origin: 'null' }],
  ['no origin', {}],
])('the refresh cookie from %s is 403', async (_, headers) => {
  const answer = await answerTo(cookieToy, { cookies: refresh, headers });
  const message =
    'Session cookies are accepted only from the pages of this service. Send the refresh token in the body.';
  expect(answer).toMatchObject({ status: 403, body: { error: 'FORBIDDEN', message } });
});

test('a comma too many in the allowed origins does not let in who tells none', async () => {
  const request = { cookies: refresh, headers: {} };
  const { status } = await answerTo(cookieToy, request, { ALLOWED_ORIGINS: 'https://app.example,' });
  expect(status).toBe(403);
});

test('without a refresh cookie the origin does not matter', async () => {
  const answer = await answerTo(cookieToy, {
    cookies: ['xrefreshToken=1'],
    headers: { origin: 'https://evil.example' },
  });
  expect(answer).toMatchObject({ status: 200, body: { cookie: null } });
});
