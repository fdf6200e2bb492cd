import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beginWorkers } from '../../test/load/mix';
import { residentMegabytes } from '../../test/load/processes';
import type { Worker } from '../../test/load/worker';
import { startServer } from '../../test/local/support/server';
import { type Local, spreadOf } from '../results';
import { measureLarge } from './large';
import { REQUESTS_PER_SECOND } from './rate';
import { startOn } from './start-on';

const STARTS = 7;
const SECONDS = 60;
const CONCURRENCY = 50;
const SEED = 57;
const MOST_FAILURES = 10;

/** Measures the local server: its start relative to bare Node, its memory, and a mixed load at an even rate. */
export async function measureLocal(): Promise<Local> {
  const starts = await measureStarts();
  const large = await measureLarge();
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  const server = startServer(['--port', '0', '--data', folder]);
  try {
    const workers = await beginWorkers(await server.url(), { concurrency: CONCURRENCY, seed: SEED });
    const sustained = await evenLoad(workers);
    return {
      ...starts,
      ...sustained,
      large,
      serverMegabytes: Math.round(residentMegabytes(server.child.pid ?? 0)),
    };
  } finally {
    await server.interrupt();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureStarts(): Promise<Pick<Local, 'node' | 'start' | 'ratio'>> {
  // The first start also bundles, so it is not measured.
  await startOnce();
  const rounds: { node: number; start: number }[] = [];
  for (let round = 0; round < STARTS; round += 1) rounds.push({ node: await bareNode(), start: await startOnce() });
  return {
    node: spreadOf(rounds.map(({ node }) => node)),
    start: spreadOf(rounds.map(({ start }) => start)),
    ratio: spreadOf(rounds.map(({ node, start }) => start / node)),
  };
}

async function bareNode(): Promise<number> {
  const startedAt = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - startedAt;
}

/** Milliseconds from the command to the first 200 of GET /health, with an empty data folder. */
async function startOnce(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  try {
    return (await startOn(folder)).milliseconds;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One worker for each concurrent request. A worker waits for the due time of the next request. */
async function evenLoad(
  workers: readonly Worker[],
): Promise<Pick<Local, 'requests' | 'perSecond' | 'failures' | 'p50' | 'p99'>> {
  const latencies: number[] = [];
  const failures: string[] = [];
  const startedAt = performance.now();
  let next = 0;
  const run = async (worker: Worker): Promise<void> => {
    while (next < REQUESTS_PER_SECOND * SECONDS && failures.length < MOST_FAILURES) {
      const due = startedAt + (next * 1000) / REQUESTS_PER_SECOND;
      next += 1;
      await sleep(Math.max(0, due - performance.now()));
      const sentAt = performance.now();
      await worker.work().catch((failure: unknown) => failures.push(String(failure)));
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(workers.map(run));
  const sorted = latencies.toSorted((one, other) => one - other);
  const percentile = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const perSecond = (latencies.length * 1000) / (performance.now() - startedAt);
  return { requests: latencies.length, perSecond, failures, p50: percentile(0.5), p99: percentile(0.99) };
}
