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

const OLD_COOKIES = [
  'accessToken=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
  'idToken=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None',
  'refreshToken=; Path=/auth; Max-Age=0; HttpOnly; Secure; SameSite=None',
];

test.each([
  ['staff', '__Host-staff-refresh=a-refresh; Path=/; Max-Age=604800'],
  ['drivers', '__Host-driver-refresh=a-refresh; Path=/; Max-Age=2592000'],
] as const)(
  'doors 14: an answer with tokens of %s sets one cookie of this host, out of reach of scripts, and clears the old ones',
  async (pool, cookie) => {
    const operation = { ...signInToy, output: { ...signInToy.output, setsSessionCookies: pool } };
    const { cookies } = await answerTo(operation, {});
    expect(cookies).toEqual([`${cookie}; HttpOnly; Secure; SameSite=None`, ...OLD_COOKIES]);
    expect(cookies.join()).not.toMatch(/domain|an-access|an-id/i);
  },
);

test('SameSite is the one of the stage', async () => {
  const { cookies } = await answerTo(signInToy, {}, { COOKIE_SAME_SITE: 'Lax' });
  expect(cookies.map((cookie) => cookie.split('; ').at(-1))).toEqual(Array(4).fill('SameSite=Lax'));
});

test('a challenge sets no cookie', async () => {
  const { status, cookies } = await answerTo(signInToy, { body: { challenge: true } });
  expect([status, cookies]).toEqual([200, []]);
});

test('an operation that signs nobody in sets no cookie', async () => {
  expect((await answerTo(echoToy, {})).cookies).toEqual([]);
});

const refresh = ['theme=dark', '__Host-driver-refresh=d', '__Host-staff-refresh=a.b=c'];

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
  ['an empty origin', { origin: '' }],
])('the refresh cookie from %s is 403', async (_, headers) => {
  const answer = await answerTo(cookieToy, { cookies: refresh, headers });
  const message = 'Session cookies are only for the pages of this service. Send the request without an Origin.';
  expect(answer).toMatchObject({ status: 403, body: { error: 'FORBIDDEN', message }, cookies: [] });
});

test('doors 12: the refresh cookie of a request without an origin is not read', async () => {
  expect((await answerTo(cookieToy, { cookies: refresh })).body).toEqual({ cookie: null });
});

test('a comma too many in the allowed origins does not let in who tells none', async () => {
  const request = { cookies: refresh, headers: { origin: '' } };
  const { status } = await answerTo(cookieToy, request, { ALLOWED_ORIGINS: 'https://app.example,' });
  expect(status).toBe(403);
});

test('doors 12: the origin matters without a refresh cookie too', async () => {
  const answer = await answerTo(cookieToy, {
    cookies: ['x__Host-staff-refresh=1'],
    headers: { origin: 'https://evil.example' },
  });
  expect([answer.status, answer.cookies]).toEqual([403, []]);
});
