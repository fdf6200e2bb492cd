import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checks, runProgram, step } from '../deploy/progress';
import { endServers, startServer } from '../local/support/server';
import { kills } from './kills';
import { storm } from './storm';

const SEED = 57;

/**
 * `npm run test:load` starts the local server as a separate process, sends it many parallel requests, and then kills it with SIGKILL during
 * writes. `SEED=1` sets the seed of the random choices.
 */
async function main(): Promise<number> {
  const startedAt = Date.now();
  const seed = Number(process.env.SEED ?? SEED);
  const folder = mkdtempSync(join(tmpdir(), 'fleet-load-'));
  const checks = new Checks();
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  try {
    await step(`many requests at once (seed ${seed})`, () => underStorm(checks, join(folder, 'storm'), seed));
    await step('kills during writes', () => kills(checks, join(folder, 'kills'), seed));
  } finally {
    await endServers();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  console.log(`\nTime: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return checks.report();
}

async function underStorm(checks: Checks, dataDir: string, seed: number): Promise<void> {
  const server = startServer(['--port', '0', '--data', dataDir]);
  await storm(checks, server, seed);
  await server.interrupt();
}

runProgram(main);
