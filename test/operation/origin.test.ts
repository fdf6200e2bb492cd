import type { Operation } from '../../shared/operation/define';
import { admitted, checkOrigin } from '../../shared/operation/origin';
import { bearer } from '../every-operation/unauthenticated';
import { exchange, makeWorld, type World } from '../every-operation/world';
import { environmentOf } from '../support/environment';
import { httpEvent, type TestRequest } from '../support/http-event';
import { createToy, echoToy, signedToy } from './sample-operations';

let world: World;

beforeAll(async () => {
  world = await makeWorld();
});

const BEHIND = { ORIGIN_SECRETS: 'new-secret,old-secret' };

const sent = (operation: Operation, request: TestRequest, variables: object = BEHIND) =>
  exchange(
    operation,
    world,
    { body: {}, ...request },
    { environment: { ...environmentOf(world.pools), ...variables } },
  );

const headersOf = (secret: string, address = '203.0.113.9:44321') => ({
  'x-origin-secret': secret,
  'cloudfront-viewer-address': address,
});

describe('doors 31: behind the edge', () => {
  test.each(['new-secret', 'old-secret'])(
    'a request with %s is served, and its viewer’s address counts',
    async (secret) => {
      const { answer, ran } = await sent(echoToy, { headers: headersOf(secret) });
      expect([answer.status, ran[0]?.request.sourceIp]).toEqual([200, '203.0.113.9']);
    },
  );

  test.each([
    ['no secret', {}],
    ['an empty one', headersOf('')],
    ['another one', headersOf('new-secre')],
    ['both at once', headersOf('new-secret,old-secret')],
    ['the header twice', headersOf('new-secret,new-secret')],
    ['the edge’s other header alone', { 'cloudfront-viewer-address': '203.0.113.9:1' }],
  ])('a request with %s answers 403, and nothing of it is read', async (_, headers) => {
    const token = bearer('not a token');
    for (const operation of [echoToy, createToy, signedToy]) {
      const { answer, ran, testContext } = await sent(operation, {
        headers: { ...token, ...headers },
        body: '{"name"',
      });
      expect([answer.status, answer.body.error]).toEqual([403, 'FORBIDDEN']);
      expect([ran, testContext.calls]).toEqual([[], []]);
    }
  });

  test.each(['', ',', ',,'])('a secret that is not set, as in %j, lets no empty header in', async (ORIGIN_SECRETS) => {
    const { answer } = await sent(echoToy, { headers: headersOf('') }, { ORIGIN_SECRETS });
    expect(answer.status).toBe(ORIGIN_SECRETS === '' ? 200 : 403);
  });

  test.each([
    ['198.51.100.10:46532', '198.51.100.10'],
    ['2001:db8:3333:4444:5555:6666:7777:8888:443', '2001:db8:3333:4444:5555:6666:7777:8888'],
    ['2001:db8::1:443', '2001:db8::1'],
    ['::1:443', '::1'],
  ])('the address of %s is cut at its last colon', async (header, address) => {
    const { ran } = await sent(echoToy, { headers: headersOf('old-secret', header) });
    expect(ran[0]?.request.sourceIp).toBe(address);
  });

  test.each(['', '203.0.113.9', 'localhost:1', '203.0.113.9:1,198.51.100.1:1:2', '[::1]:443'])(
    'a request without an address of its viewer, as in %j, is a fault and counts for no network',
    async (header) => {
      const { answer, ran } = await sent(echoToy, { headers: headersOf('new-secret', header) });
      expect([answer.status, ran]).toEqual([500, []]);
    },
  );
});

test('doors 31: without an edge the gateway’s view counts, and headers do not', async () => {
  const { ran } = await sent(echoToy, { headers: headersOf('new-secret') }, {});
  expect(ran[0]?.request.sourceIp).toBe('192.0.2.1');
});

test('a request whose origin was not checked cannot be served', () => {
  const { body: _, ...event } = httpEvent(echoToy.route, {});
  expect(() => admitted(event)).toThrow('was not checked');
  const sender = checkOrigin(event, {});
  expect(admitted({ ...event, sender }).sender).toEqual({ address: '192.0.2.1' });
});
