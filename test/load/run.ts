import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks, runProgram, step } from '../deploy/progress';
import { endServers, startServer } from '../local/support/server';
import { convoy } from './convoy';
import { kills } from './kills';
import { Memory, reportingMemory } from './memory';
import { REPORTING, Standstill } from './standstill';
import { storm } from './storm';

const SEED = 57;
/** A carrier with 1,000 phones is played by hand (CONTRIBUTING.md): CI has less time. */
const PHONES = 200;

/**
 * `npm run test:load` starts the local server as a separate process, sends it many parallel requests, and then kills it with SIGKILL during
 * writes. A convoy of phones drives in between. `SEED=1` sets the seed of the random choices, `PHONES=1000` the number of phones.
 */
async function main(): Promise<number> {
  const startedAt = Date.now();
  const seed = Number(process.env.SEED ?? SEED);
  const folder = mkdtempSync(join(tmpdir(), 'fleet-load-'));
  const checks = new Checks();
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  try {
    await step(`many requests at once (seed ${seed})`, () => underStorm(checks, folder, seed));
    const phones = Number(process.env.PHONES ?? PHONES);
    await step(`a convoy of ${phones} phones`, () => inConvoy(checks, join(folder, 'convoy'), phones));
    await step('kills during writes', () => kills(checks, join(folder, 'kills'), seed));
  } finally {
    await endServers();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(`\nTime: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return checks.report();
}

async function underStorm(checks: Checks, folder: string, seed: number): Promise<void> {
  const report = join(folder, 'memory.txt');
  const standstill = new Standstill(join(folder, 'standstill.txt'));
  const { nodeArgs, environment } = reportingMemory(report);
  const reporting = { nodeArgs: [...nodeArgs, ...REPORTING], environment };
  const server = startServer(['--port', '0', '--data', join(folder, 'storm')], reporting);
  await storm(checks, server, { memory: new Memory(server, report), standstill, seed });
  await server.interrupt();
}

async function inConvoy(checks: Checks, dataDir: string, phones: number): Promise<void> {
  const server = startServer(['--port', '0', '--data', dataDir]);
  await convoy(checks, server, phones);
  await server.interrupt();
}

runProgram(main);
