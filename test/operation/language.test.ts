import { handler as answerUnknownRoute } from '../../lib/inline/answer-unknown-route';
import { languageOf } from '../../shared/operation/language';
import { AppError } from '../../shared/platform/errors';
import { exchange, makeWorld, type World } from '../every-operation/world';
import { httpEvent, lambdaContext } from '../support/http-event';
import { createToy, failingToy } from './sample-operations';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const languageFor = (header: string | undefined) =>
  languageOf({ headers: header === undefined ? {} : { 'accept-language': header } });

describe('desk 4.1: Accept-Language', () => {
  test.each([
    'es',
    'ES',
    'es-MX',
    'es-419,es;q=0.9,en;q=0.8',
    'fr, es;q=0.1',
    'en;q=0.5, es-MX;q=0.9',
    'es, en',
    ' es-mx ; q=1.000 ',
    'en;q=0, es;q=0.001',
    '*;q=0.5, es',
    'es;q=0, es-MX',
    'nonsense;q=x, es',
  ])('%j is answered in Spanish', (header) => {
    expect(languageFor(header)).toBe('es');
  });

  test.each([
    undefined,
    '',
    '*',
    'en',
    'en-US,en;q=0.9,es;q=0.8',
    'es;q=0',
    'es;q=0.0',
    'fr',
    'est',
    'en, es',
    '*, es;q=0.9',
    'es;q=2',
    'es;q=-1',
    'es;q=0.1234',
    ';',
    'q=1',
    '\u0000',
    ',,;;es;es',
  ])('%j is answered in English', (header) => {
    expect(languageFor(header)).toBe('en');
  });

  test.each([
    ['letters', 'a'.repeat(10_240)],
    ['hyphens', `${'-'.repeat(10_240)}es`],
    ['subtags', `${'en-'.repeat(3_400)}es`],
    ['languages, of which the thousandth is Spanish', `${'fr,'.repeat(1_000)}es`],
  ])('of 10 kB of %s is answered in English', (_, header) => {
    expect(languageFor(header)).toBe('en');
  });
});

describe('desk 4.1: Content-Language and Vary', () => {
  const ES = { headers: { 'accept-language': 'es-MX' } };

  test.each([
    ['a refusal of the operation', () => new AppError('CONFLICT'), 409, /^Otra solicitud/],
    ['a fault of ours', () => new Error('secret'), 500, /^Algo falló .* request-0001\.$/],
  ])('name the language of %s', async (_, failure, status, message) => {
    const { answer } = await exchange(failingToy(failure()), world, ES);
    expect(answer).toMatchObject({
      status,
      headers: { 'content-language': 'es', vary: 'Accept-Language' },
      body: { message: expect.stringMatching(message) },
    });
    const other = await exchange(failingToy(failure()), world, {});
    expect(other.answer).toMatchObject({ status, headers: { 'content-language': 'en', vary: 'Accept-Language' } });
    expect(other.answer.body.message).not.toEqual(answer.body.message);
  });

  test.each([
    ['no token', {}, 401, /^Inicie sesión/],
    ['a body that is no JSON', { body: '{' }, 400, /^El cuerpo no es JSON válido/],
    ['a body that is a list', { body: '[]' }, 400, /^Envíe un objeto JSON/],
    ['a body with a key twice', { body: '{"a":1,"a":2}' }, 400, /^La clave a está dos veces/],
  ])('name the language of a request with %s', async (_, request, status, message) => {
    const isSigned = status !== 401;
    const headers = { ...ES.headers, ...(isSigned && { authorization: `Bearer ${world.tokens.staff}` }) };
    const { answer } = await exchange(createToy, world, { ...request, headers });
    expect(answer).toMatchObject({ status, headers: { 'content-language': 'es', vary: 'Accept-Language' } });
    expect(answer.body.message).toMatch(message);
  });

  test.each([
    ['es-MX', 'es', /^Esa operación no existe/],
    ['en', 'en', /^There is no such operation/],
    ['fr', 'en', /^There is no such operation/],
  ])('of an unknown route for %s are %s', async (header, language, message) => {
    const { headers = {}, body = '' } = await answerUnknownRoute(
      httpEvent('GET /nowhere', { headers: { 'accept-language': header } }),
      lambdaContext(),
    );
    expect(headers).toMatchObject({ 'Content-Language': language, Vary: 'Accept-Language' });
    expect(JSON.parse(body).message).toMatch(message);
  });
});
