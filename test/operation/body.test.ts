import type { Operation } from '../../shared/operation/define';
import { exchange, makeWorld, type World } from '../every-operation/world';
import type { TestRequest } from '../support/http-event';
import { echoToy } from './sample-operations';

const toy: Operation = echoToy;

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const answerTo = async (request: TestRequest) => (await exchange(toy, world, request)).answer;
const base64 = (text: string) => ({ body: Buffer.from(text).toString('base64'), isBase64Encoded: true });
const asJson = { headers: { 'content-type': 'application/json' } };

test.each<[string, TestRequest, unknown]>([
  ['an absent body without a content type', {}, {}],
  ['an absent body with a content type', asJson, {}],
  ['an empty body', { body: '', ...asJson }, {}],
  ['an empty body in base 64', { ...base64(''), ...asJson }, {}],
  ['a body without a content type', { body: '{"name":"Ana"}', headers: { 'content-type': '' } }, { name: 'Ana' }],
  [
    'a body with another content type',
    { body: '{"name":"Ana"}', headers: { 'content-type': 'text/plain' } },
    { name: 'Ana' },
  ],
  ['a body in base 64', { ...base64('{"name":"Ñandú"}'), ...asJson }, { name: 'Ñandú' }],
  ['white space around the body', { body: ' \n{"name":"Ana"}\t', ...asJson }, { name: 'Ana' }],
])('%s is read', async (_, request, body) => {
  expect(await answerTo(request)).toMatchObject({ status: 200, body });
});

test.each<[string, TestRequest]>([
  ['a body that is no JSON', { body: '{"name":', ...asJson }],
  ['a body of white space', { body: '  ', ...asJson }],
  ['a body in base 64 that is no JSON', { ...base64('name=Ana'), ...asJson }],
  ['a form', { body: 'name=Ana', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['a list', { body: '[]', ...asJson }],
  ['a body of more than 256 KB in base 64', { ...base64(`{"name":"${'x'.repeat(256 * 1024)}"}`), ...asJson }],
  ['more bytes than letters', { body: `{"name":"${'ñ'.repeat(128 * 1024)}"}`, ...asJson }],
])('%s is 400 in the shape of the contract', async (_, request) => {
  const answer = await answerTo(request);
  expect(answer).toMatchObject({ status: 400, body: { error: 'VALIDATION_FAILED', field: 'body' } });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(Object.keys(answer.body).sort()).toEqual(['error', 'errors', 'field', 'message']);
});

test('a body of exactly 256 KB is read', async () => {
  const name = 'x'.repeat(256 * 1024 - '{"name":""}'.length);
  expect(await answerTo({ body: JSON.stringify({ name }), ...asJson })).toMatchObject({ status: 200, body: { name } });
});
