import * as v from 'valibot';
import { entriesOf } from '../../scripts/openapi-operation';
import type { Operation } from '../../shared/operation/define';
import { errorsOf } from '../../shared/operation/error-answer';
import { AppError, ERRORS } from '../../shared/platform/errors';
import type { TestRequest } from '../support/http-event';
import { sample } from '../support/sample';
import { CASES } from './cases';
import { admittedRequest, exchange, makeWorld, type World, withRun } from './world';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

/** The operation's answer to a request, once for each language. */
async function inBoth(operation: Operation, change: (request: TestRequest) => TestRequest = (one) => one) {
  const request = change(await admittedRequest(operation, world));
  const answerIn = async (language: string) => {
    const headers = { ...request.headers, 'accept-language': language };
    const { answer } = await exchange(operation, world, { ...request, headers });
    if (operation.output.packed === undefined || answer.status >= 400) {
      expect(answer.headers).toMatchObject({ 'content-language': language.slice(0, 2) });
      expect(answer.headers.vary).toMatch(/(?:^|, )Accept-Language$/);
    }
    return answer;
  };
  return { en: await answerIn('en-US'), es: await answerIn('es-MX') };
}

const Errors = v.array(v.looseObject({ field: v.string(), message: v.string() }));

const differ = (es: unknown, en: unknown) => {
  expect(es).toMatch(/\p{L}/u);
  expect(es).not.toEqual(en);
};

describe.each(CASES)('desk 4.1: %s', (_, operation) => {
  test('answers each of its errors in both languages', async () => {
    for (const code of errorsOf(operation)) {
      const failing = withRun(operation, () => Promise.reject(new AppError(code)));
      const { en, es } = await inBoth(failing);
      expect(es.status).toBe(ERRORS[code].status);
      expect({ ...es.body, message: '' }).toEqual({ ...en.body, message: '' });
      if (code !== 'PROVIDER_ERROR') differ(es.body.message, en.body.message);
    }
  });

  test('answers the reasons of a 400 in both languages, for the same fields', async () => {
    if (operation.input?.body === undefined) return;
    const { en, es } = await inBoth(operation, (request) => ({
      ...request,
      body: { teamId: 7, unheard: 7, status: 7 },
    }));
    if (en.status !== 400) return;
    const [wrong, malos] = [v.parse(Errors, en.body.errors), v.parse(Errors, es.body.errors)];
    expect(malos.map(({ field }) => field)).toEqual(wrong.map(({ field }) => field));
    for (const [index, { message }] of malos.entries()) differ(message, wrong[index]?.message);
    differ(es.body.message, en.body.message);
  });

  test('answers the reason of each wrong parameter in both languages', async () => {
    const parameters = operation.input?.query === undefined ? [] : Object.keys(entriesOf(operation.input.query));
    for (const name of parameters) {
      const { en, es } = await inBoth(operation, (request) => ({
        ...request,
        query: { ...request.query, [name]: '\u0007' },
      }));
      if (en.status === 400) differ(es.body.message, en.body.message);
    }
  });

  test('answers the message of a success in both languages', async () => {
    const answer: unknown = sample(operation.output.body);
    if (!v.is(v.looseObject({ message: v.string() }), answer)) return;
    const succeeding = withRun(operation, async () => ({ ...answer, message: { en: 'Read.', es: 'Leído.' } }));
    const { en, es } = await inBoth(succeeding);
    expect([en.body.message, es.body.message]).toEqual(['Read.', 'Leído.']);
  });
});
