import assert from 'node:assert/strict';
import type { Checks } from '../deploy/progress';
import type { ServerProcess } from '../local/support/server';
import type { Memory } from './memory';
import { beginWorkers, type Measured, mixedRequests, showMeasured } from './mix';
import { outsideConnections } from './processes';
import type { Standstill } from './standstill';

const REQUESTS = 10_000;
const CONCURRENCY = 50;
const REQUESTS_A_SAMPLE = 50;
/** The numbers of the requests before which memory is measured. It is measured again after the last one. */
const THIRDS = [Math.floor(REQUESTS / 3), Math.floor((2 * REQUESTS) / 3)];

/**
 * The maximum growth of the memory that the server cannot release, from two thirds of the requests to the end. The table is in the server's memory,
 * so the records that the requests write are part of it.
 */
const KEPT_MEGABYTES = 10;

/** A run in which the machine stood still for so long may fail for that reason. It is made again then, with half as many requests at once. */
const STANDSTILL_SECONDS = 5;
const MOST_RUNS = 5;

/** Runs the work again when it failed while the machine stood still. Returns the last run, and how many requests it sent at once. */
async function runWhileAwake(
  standstill: Standstill,
  work: (concurrency: number) => Promise<Measured>,
): Promise<Measured & { concurrency: number }> {
  let concurrency = CONCURRENCY;
  for (let runs = 1; ; runs += 1) {
    const before = standstill.seconds();
    const measured = await work(concurrency);
    const seconds = standstill.seconds() - before;
    if (measured.failures.length === 0 || seconds < STANDSTILL_SECONDS || runs === MOST_RUNS)
      return { ...measured, concurrency };
    console.log(`      ${measured.failures[0]?.split('\n')[0]}`);
    console.log(
      `      The machine stood still for ${seconds.toFixed(1)} s, and requests failed: once more, half as many at once`,
    );
    concurrency = Math.ceil(concurrency / 2);
  }
}

interface StormOptions {
  readonly memory: Memory;
  readonly standstill: Standstill;
  readonly seed: number;
}

/** Sends many parallel requests on one team. Checks that none fails, that no connection leaves this machine, and that memory stops growing. */
export async function storm(
  checks: Checks,
  server: ServerProcess,
  { memory, standstill, seed }: StormOptions,
): Promise<void> {
  const outside: string[] = [];
  let printedBefore = 0;
  const measured = await runWhileAwake(standstill, async (concurrency) => {
    printedBefore = server.output().stderr.length;
    const workers = await beginWorkers(await server.url(), { concurrency, seed });
    return mixedRequests(workers, REQUESTS, (count) => {
      if (count % REQUESTS_A_SAMPLE === 0) outside.push(...outsideConnections(server.child.pid ?? 0));
      if (THIRDS.includes(count)) memory.measure();
    });
  });
  showMeasured(measured, REQUESTS);
  await checks.check(`${REQUESTS} mixed requests at concurrency ${measured.concurrency} leave no failure`, async () => {
    const printed = server.output().stderr.slice(printedBefore);
    assert.deepEqual({ failures: measured.failures, printed }, { failures: [], printed: '' });
  });
  await checks.check('nothing leaves this machine', async () => assert.deepEqual(outside, []));
  await checks.check(`the last third of the requests leaves at most ${KEPT_MEGABYTES} MB in memory`, async () => {
    memory.measure();
    const [first = 0, second = 0, last = 0] = (await memory.measured()).slice(-3);
    console.log(`      server ${[first, second, last].map((megabytes) => megabytes.toFixed(1)).join(', ')} MB`);
    assert.ok(last - second <= KEPT_MEGABYTES, `${(last - second).toFixed(1)} MB more`);
  });
}
