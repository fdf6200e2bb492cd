import { makeHandler, makePipeline } from '../../shared/operation/lambda';
import { refuse } from '../../shared/operation/rehearsed';
import { rehearsable, rehearseAll } from '../../shared/platform/runtime/rehearsal';
import { CASES } from '../every-operation/cases';
import { makeWorld, type World } from '../every-operation/world';
import { makeTestContext } from '../support/engine-runtime';
import { environmentOf } from '../support/environment';
import { httpEvent, lambdaContext } from '../support/http-event';
import { createToy } from './sample-operations';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});

const contextOf = (others: Record<string, string> = {}) =>
  makeTestContext({ environment: { ...environmentOf(world.pools), ...others } });

describe('production 1.1: the request of a rehearsal', () => {
  test.each(CASES)('is refused by our own checks before it reaches %s', async (_, operation) => {
    const { runtime, calls, logs } = contextOf();
    let ran = 0;
    const spied = {
      ...operation,
      run: () => {
        ran += 1;
        return Promise.reject(new Error('It ran.'));
      },
    };
    const quiet = rehearsable(runtime).runtime;
    const status = await refuse(spied, makePipeline(spied, quiet), quiet);
    expect([status, ran, calls, logs]).toEqual([operation.auth === 'public' ? 400 : 401, 0, [], []]);
  });

  test('comes by the permitted way behind an edge', async () => {
    const { runtime, logs } = contextOf({ ORIGIN_SECRETS: 'a secret of the edge,another one' });
    const quiet = rehearsable(runtime).runtime;
    expect(await refuse(createToy, makePipeline(createToy, quiet), quiet)).toBe(401);
    expect(logs).toEqual([]);
  });

  test('leaves the cold start to the first request', async () => {
    const { runtime, logs } = contextOf();
    const { runtime: quiet, start } = rehearsable(runtime);
    const pipeline = makePipeline(createToy, quiet);
    const handler = makeHandler(createToy, quiet, pipeline);
    await refuse(createToy, pipeline, quiet);
    start();
    await handler(httpEvent(createToy.route, {}), lambdaContext());
    expect(logs.map((line) => JSON.parse(line))).toMatchObject([{ status: 401, cold_start: true }]);
  });
});

describe('production 1.1: a rehearsal', () => {
  test('makes no call until the start, and all calls after it', async () => {
    const { runtime, calls } = contextOf();
    const { runtime: quiet, start } = rehearsable(runtime);
    const call = { resource: 'stampingProvider', action: 'ListInvoices' } as const;
    await expect(quiet.outbound(call, async () => 'sent')).rejects.toThrow('A rehearsal makes no call.');
    expect(calls).toEqual([]);
    start();
    expect(await quiet.outbound(call, async () => 'sent')).toBe('sent');
    expect(calls).toEqual([call]);
  });

  test('never fails: a part may throw at once or later', async () => {
    const thrown = () => {
      throw new Error('at once');
    };
    await expect(rehearseAll([thrown, () => Promise.reject(new Error('later'))])).resolves.toBeUndefined();
  });

  test('takes a second at most, and tells its parts that it is over', async () => {
    const startedAt = Date.now();
    let isOver = false;
    await rehearseAll([
      (end) => new Promise(() => end.addEventListener('abort', () => (isOver = true))),
      () => Promise.resolve(),
    ]);
    expect(isOver).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
  });
});
