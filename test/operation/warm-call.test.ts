import type { HttpEvent } from '../../shared/operation/http';
import { makeHandler } from '../../shared/operation/lambda';
import { WARM_CALL } from '../../shared/operation/warm-call';
import { CASES } from '../every-operation/cases';
import { makeWorld } from '../every-operation/world';
import { makeTestContext } from '../support/engine-runtime';
import { environmentOf } from '../support/environment';
import { httpEvent, lambdaContext } from '../support/http-event';
import { createToy, echoToy, signedToy } from './sample-operations';

/** Lambda passes on any JSON. The cast stands for that. */
const asEvent = (event: object): HttpEvent => event as HttpEvent;

describe('production 1.4: a call that keeps a function warm', () => {
  test.each(CASES)('%s answers it at once: no log line, and no call', async (_, operation) => {
    const { runtime, logs, calls } = makeTestContext();
    const answer = await makeHandler(operation, runtime)(asEvent({ ...WARM_CALL }), lambdaContext());
    expect(answer).toEqual({ statusCode: 204 });
    expect([logs, calls]).toEqual([[], []]);
  });

  test('the first request after it meets no cold start', async () => {
    const { runtime, logs } = makeTestContext();
    const handler = makeHandler(echoToy, runtime);
    await handler(asEvent({ ...WARM_CALL }), lambdaContext());
    await handler(httpEvent(echoToy.route, { body: { name: 'Ana' } }), lambdaContext());
    expect(logs.map((line) => JSON.parse(line))).toMatchObject([{ status: 200, cold_start: false }]);
  });

  const forged = {
    'a body': httpEvent(createToy.route, { body: WARM_CALL }),
    'a body without a context': httpEvent(createToy.route, { body: { ...WARM_CALL, requestContext: undefined } }),
    'a query': httpEvent(createToy.route, { query: WARM_CALL }),
    'a header': httpEvent(createToy.route, { headers: WARM_CALL }),
    'an event of the gateway': { ...httpEvent(createToy.route, {}), ...WARM_CALL },
  };
  test.each(Object.entries(forged))('is not forged by %s: 401, and its line', async (_, event) => {
    const { pools } = await makeWorld();
    const { runtime, logs } = makeTestContext({ environment: environmentOf(pools) });
    const answer = await makeHandler(createToy, runtime)(asEvent(event), lambdaContext());
    expect(answer.statusCode).toBe(401);
    expect(logs.map((line) => JSON.parse(line))).toMatchObject([{ status: 401 }]);
  });

  test.each([{}, { source: 'aws.events' }, { source: ['fleet.warm'] }])(
    'is no other event without a request: %j',
    async (event) => {
      const { runtime } = makeTestContext();
      const handled = makeHandler(signedToy, runtime)(asEvent(event), lambdaContext());
      const status = await handled.then(({ statusCode }) => statusCode).catch(() => 500);
      expect(status).toBeGreaterThanOrEqual(400);
    },
  );
});
