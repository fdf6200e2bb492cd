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
