import assert from 'node:assert/strict';
import type { Checks } from '../deploy/progress';
import type { ServerProcess } from '../local/support/server';
import { median, thirds } from './figures';
import { beginWorkers, mixedRequests, showMeasured } from './mix';
import { outsideConnections, residentMegabytes } from './processes';

const REQUESTS = 10_000;
const CONCURRENCY = 50;
const REQUESTS_A_SAMPLE = 50;

/**
 * The maximum growth of resident memory from the second to the last third of the requests: 20 kB per request. The table is in the server's
 * memory, so the records that the requests write are part of it.
 */
const SETTLED_MEGABYTES = 66;

/** Sends many parallel requests on one team. Checks that none fails, that no connection leaves this machine, and that memory stops growing. */
export async function storm(checks: Checks, server: ServerProcess, seed: number): Promise<void> {
  const workers = await beginWorkers(await server.url(), { concurrency: CONCURRENCY, seed });
  const samples = samplesOf(server.child.pid ?? 0);
  const measured = await mixedRequests(workers, REQUESTS, samples.take);
  showMeasured(measured, REQUESTS);
  await checks.check(`${REQUESTS} mixed requests at concurrency ${CONCURRENCY} leave no failure`, async () => {
    assert.deepEqual(measured.failures, []);
    assert.equal(server.output().stderr, '');
  });
  await checks.check('nothing leaves this machine', async () => assert.deepEqual(samples.outside, []));
  await checks.check(`memory is settled: the last third within ${SETTLED_MEGABYTES} MB of the second`, async () => {
    const [first, second, last] = thirds(samples.server).map(median);
    console.log(`      server ${show(first)}, ${show(second)}, ${show(last)} MB`);
    assert.ok((last ?? 0) - (second ?? 0) <= SETTLED_MEGABYTES);
  });
}

const show = (megabytes: number | undefined): string => (megabytes ?? 0).toFixed(0);

/** Samples memory and connections of the server every {@link REQUESTS_A_SAMPLE} requests. */
function samplesOf(server: number) {
  const samples = { server: [] as number[], outside: [] as string[] };
  const take = (count: number): void => {
    if (count % REQUESTS_A_SAMPLE !== 0) return;
    samples.server.push(residentMegabytes(server));
    samples.outside.push(...outsideConnections(server));
  };
  return { ...samples, take };
}
