import assert from 'node:assert/strict';
import type { Checks } from '../deploy/progress';
import type { ServerProcess } from '../local/support/server';
import { median, thirds } from './figures';
import { beginWorkers, mixedRequests, showMeasured } from './mix';
import { engineOf, outsideConnections, residentMegabytes } from './processes';

const REQUESTS = 5_000;
const CONCURRENCY = 50;
const REQUESTS_A_SAMPLE = 50;

/** The maximum growth of resident memory from the second to the last third of the requests. A leak of 20 kB per request would exceed it. */
const SETTLED_MEGABYTES = 32;

/** Sends many parallel requests on one team. Checks that none fails, that no connection leaves this machine, and that memory stops growing. */
export async function storm(checks: Checks, server: ServerProcess, dataDir: string, seed: number): Promise<void> {
  const workers = await beginWorkers(await server.url(), { concurrency: CONCURRENCY, seed });
  const samples = samplesOf(server.child.pid ?? 0, engineOf(dataDir) ?? 0);
  const measured = await mixedRequests(workers, REQUESTS, samples.take);
  showMeasured(measured, REQUESTS);
  await checks.check(`${REQUESTS} mixed requests at concurrency ${CONCURRENCY} leave no failure`, async () => {
    assert.deepEqual(measured.failures, []);
    assert.equal(server.output().stderr, '');
  });
  await checks.check('nothing leaves this machine', async () => assert.deepEqual(samples.outside, []));
  await checks.check(`memory is settled: the last third within ${SETTLED_MEGABYTES} MB of the second`, async () => {
    const [first, second, last] = thirds(samples.server).map(median);
    console.log(
      `      server ${show(first)}, ${show(second)}, ${show(last)} MB; engine ${show(median(samples.engine))} MB`,
    );
    assert.ok((last ?? 0) - (second ?? 0) <= SETTLED_MEGABYTES);
  });
}

const show = (megabytes: number | undefined): string => (megabytes ?? 0).toFixed(0);

/** Samples memory and connections of the server and its engine every {@link REQUESTS_A_SAMPLE} requests. */
function samplesOf(server: number, engine: number) {
  const samples = { server: [] as number[], engine: [] as number[], outside: [] as string[] };
  const take = (count: number): void => {
    if (count % REQUESTS_A_SAMPLE !== 0) return;
    samples.server.push(residentMegabytes(server));
    samples.engine.push(residentMegabytes(engine));
    samples.outside.push(...outsideConnections(server), ...outsideConnections(engine));
  };
  return { ...samples, take };
}
