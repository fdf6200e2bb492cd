import * as v from 'valibot';
import type { Operation } from '../../shared/operation/define';
import type { HttpAnswer } from '../../shared/operation/http';
import { makeHandler } from '../../shared/operation/lambda';
import { environmentOf, permissionsOf } from '../../shared/operation/requirements';
import { capability } from '../../shared/platform/runtime/capability';
import { FormatQuery } from '../../shared/platform/values/csv';
import { makeTestContext } from '../support/engine-runtime';
import { httpEvent, lambdaContext, type TestRequest } from '../support/http-event';
import { elsewhereToy, pendingToy, signedToy, tableToy } from './sample-operations';

/** The answer that the gateway receives. */
const answerOf = (toy: Operation, request: TestRequest = {}): Promise<HttpAnswer> =>
  makeHandler(toy, makeTestContext().runtime)(httpEvent(toy.route, request), lambdaContext());

test.each([
  [true, 200],
  [false, 202],
])('what is done: %p answers %p', async (isDone, statusCode) => {
  const answer = await answerOf(pendingToy, { body: { isDone } });
  expect(answer).toMatchObject({ statusCode, body: JSON.stringify({ isDone }) });
});

test('302 answers the place and no body', async () => {
  const answer = await answerOf(elsewhereToy);
  expect(answer.statusCode).toBe(302);
  expect(answer.headers).toMatchObject({ Location: 'https://elsewhere.example/toy' });
  expect([answer.body, answer.headers?.['Content-Type']]).toEqual([undefined, undefined]);
});

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv; charset=utf-8';

test.each([
  [undefined, JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['application/json, text/csv', JSON_TYPE],
  ['text/csv', CSV_TYPE],
  ['Text/CSV; q=1, */*', CSV_TYPE],
  ['text/csv, application/json', CSV_TYPE],
  ['text/html, text/csv;q=0.9', CSV_TYPE],
])('Accept %p answers %p', async (accept, type) => {
  const answer = await answerOf(tableToy, { headers: accept === undefined ? {} : { accept } });
  expect(answer.headers).toMatchObject({ 'Content-Type': type });
  expect(answer.body).toBe(type === JSON_TYPE ? '{"name":"Ñandú"}' : 'name\r\nÑandú\r\n');
});

test.each([
  ['csv', 'application/json', CSV_TYPE],
  ['json', 'text/csv', JSON_TYPE],
])('tax 6.7: format=%s comes before Accept %s', async (format, accept, type) => {
  const toy: Operation = { ...tableToy, input: { query: v.object(FormatQuery) } };
  const answer = await answerOf(toy, { headers: { accept }, query: { format } });
  expect(answer.headers).toMatchObject({ 'Content-Type': type });
});

describe('a signature', () => {
  test('brings its rights and its own variables to the function, as what the work uses does', () => {
    const check = capability({ dataKey: ['GetSecretValue'] }, () => async () => undefined, ['MAIL_SENDER']);
    const toy = { ...signedToy, auth: { signature: check } };
    expect(permissionsOf(toy)).toEqual({ dataKey: ['GetSecretValue'] });
    expect(environmentOf(toy)).toEqual(expect.arrayContaining(['MAIL_SENDER']));
  });

  const text = '{ "name": "Ñandú" }';
  const signed = { headers: { signature: `t:${Buffer.from(text).toString('hex')}` }, query: { team: 't' } };

  test.each([
    ['as text', { body: text }],
    ['in base 64', { body: Buffer.from(text).toString('base64'), isBase64Encoded: true }],
  ])('is checked over the bytes as they came %s', async (_, body) => {
    const answer = await answerOf(signedToy, { ...signed, ...body });
    expect([answer.statusCode, JSON.parse(answer.body ?? '')]).toEqual([
      200,
      expect.objectContaining({ name: 'Ñandú' }),
    ]);
  });

  test('over no body is checked over none', async () => {
    const answer = await answerOf(signedToy, { headers: { signature: 't:' }, query: { team: 't' } });
    expect([answer.statusCode, JSON.parse(answer.body ?? '')]).toEqual([
      400,
      expect.objectContaining({ field: 'name' }),
    ]);
  });

  test.each([
    ['another body', { body: '{"name":"Ñandú"}' }],
    ['no body', {}],
    ['another team', { body: text, query: { team: 'u' } }],
    ['a broken body', { body: '{' }],
  ])('over %s is 401 before the body is read', async (_, changes) => {
    expect(await answerOf(signedToy, { ...signed, ...changes })).toMatchObject({ statusCode: 401 });
  });
});

describe('an answer above the 6 MB of Lambda', () => {
  const MEGABYTE = 1024 * 1024;
  const sized = (text: string, query: v.ObjectEntries, route: Operation['route'] = 'GET /toys'): Operation => ({
    ...tableToy,
    route,
    input: { query: v.object(query) },
    run: async () => ({ name: text }),
  });
  const text = v.optional(v.string());

  test.each([
    ['names the limit', 'x'.repeat(6 * MEGABYTE), { limit: text, from: text }, 'limit'],
    ['names the range', 'x'.repeat(6 * MEGABYTE), { from: text }, 'from'],
    [
      'counts a quotation mark four times: in JSON, and in the text of it',
      '"'.repeat(2 * MEGABYTE),
      { limit: text },
      'limit',
    ],
    ['counts letters by their bytes', 'ñ'.repeat(3.2 * MEGABYTE), { limit: text }, 'limit'],
  ])('%s', async (_, name, query, field) => {
    const { statusCode, body = '' } = await answerOf(sized(name, query));
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { error: 'VALIDATION_FAILED', field }]);
    const csv = await answerOf(sized(name, query), { headers: { accept: 'text/csv' } });
    expect(csv.statusCode).toBe(name.startsWith('"') ? 200 : 400);
  });

  test('is a fault where nothing makes it smaller, and of a write, which has happened', async () => {
    const large = 'x'.repeat(6 * MEGABYTE);
    for (const toy of [sized(large, {}), sized(large, { limit: text }, 'PUT /toys')]) {
      const testContext = makeTestContext();
      const answer = await makeHandler(toy, testContext.runtime)(httpEvent(toy.route, {}), lambdaContext());
      expect([answer.statusCode, JSON.parse(answer.body ?? '').error]).toEqual([500, 'INTERNAL']);
      expect(testContext.logs.join()).toContain('The answer of');
    }
  });

  test('is one of more than 6 MB as Lambda sends it: a smaller one passes', async () => {
    const { statusCode, body } = await answerOf(sized('x'.repeat(5.9 * MEGABYTE), { limit: text }));
    expect([statusCode, Buffer.byteLength(JSON.stringify(body)) > 5.9 * MEGABYTE]).toEqual([200, true]);
  });
});
