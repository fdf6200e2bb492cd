import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { serveFacturapi } from '../../local/facturapi/serve';
import type { Operation } from '../../shared/operation/define';
import { PRODUCTION } from '../support/production';
import { pythonProgram } from '../support/python';
import { Cleanup } from './cleanup';
import { Cloud } from './cloud';
import { baseEnvironment, run } from './command';
import { checkDeployed, statusForStaff } from './deployed';
import { startEmulator } from './emulator';
import { faultLines } from './log';
import { checkMove, earlierTree } from './move';
import { checkOverHttp } from './over-http';
import { Checks, runProgram, step } from './progress';
import { toReceiver } from './receiver-tls';
import { checkRemoval } from './removal';
import { seed } from './seed';
import { synthesizeFiles } from './settings-files';
import { checkUpdates } from './update';
import { checkWebhooks, startReceiver } from './webhooks';

const REQUIREMENTS = join(__dirname, 'requirements.txt');

/**
 * Deploys the service with `cdk deploy` to an emulator that enforces the functions' roles, first in an earlier state (move.ts), calls it there
 * over HTTP, and removes it.
 * `KEEP=1` waits before the removal, so that you can inspect the deployment.
 */
async function main(): Promise<number> {
  const startedAt = Date.now();
  const checks = new Checks();
  const cleanup = new Cleanup();
  try {
    await deployAndCheck(checks, cleanup);
  } finally {
    await cleanup.run();
  }
  console.log(`\nTime: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return checks.report();
}

async function deployAndCheck(checks: Checks, cleanup: Cleanup): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'fleet-deploy-'));
  cleanup.add('Removing the directory', async () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  const log = join(directory, 'steps.log');
  const python = await pythonProgram(REQUIREMENTS, 'python3', log);
  const linter = await pythonProgram(REQUIREMENTS, 'cfn-lint', log);

  const receiver = await startReceiver();
  cleanup.add('Stopping the receiver', receiver.stop);
  const emulator = await step('starting the emulator', () =>
    startEmulator(python, directory, toReceiver(receiver.port)),
  );
  cleanup.add('Stopping the emulator', () => emulator.stop());
  const provider = await serveFacturapi();
  cleanup.add('Stopping the stamping provider', provider.stop);
  const cloud = new Cloud(emulator, directory, provider.url);
  // The templates of dev for AWS are those of its file of settings.
  const forAws = await step('synthesizing prod for AWS', () => cloud.synthesizeForAws(PRODUCTION));
  const ofFiles = synthesizeFiles();
  for (const folder of ofFiles)
    cleanup.add('Removing templates', async () => rmSync(folder, { recursive: true, force: true }));
  const templates = [forAws, ...ofFiles].flatMap(templatesIn);
  for (const template of templates) console.log(`      ${basename(template)}: ${resourcesIn(template)} resources`);
  await checks.check('cfn-lint finds nothing in the templates of any file of settings', () =>
    lint(linter, templates, log),
  );
  const earlier = join(directory, 'assembly-earlier');
  await step('synthesizing for the emulator', cloud.synthesize);
  await step('synthesizing the tree of the first deploy', () =>
    cloud.synthesizeTree(earlierTree(directory, cloud.assembly), earlier),
  );
  await step('bootstrapping', cloud.bootstrap);
  cleanup.add('Destroying the stacks', () => step('destroying the stacks', cloud.destroy));
  await step('deploying', () => cloud.deploy(earlier));

  const environment = cloud.environment();
  const fixtures = await step('seeding', () => seed(environment, provider.userKey));
  await checkMove(checks, { cloud, directory, environment, fixtures, earlier });
  await checkDeployed(checks, environment, fixtures);
  const checkSecondAttempt = await checkWebhooks(checks, environment.baseUrl, receiver);
  await checkOverHttp(checks, environment.baseUrl, provider.standIn);
  await checkSecondAttempt();
  const statusOf = (operation: Operation) => statusForStaff(environment, fixtures, operation);
  const faults = () => faultLines(environment, '/fleet-dev/functions');
  await checkUpdates(checks, { cloud, directory, baseUrl: environment.baseUrl, statusOf, faults });
  await checkRemoval(checks, cloud, directory, environment.baseUrl);
  if (process.env.KEEP) await keepOpen(environment.baseUrl, directory);
}

const templatesIn = (assembly: string): string[] =>
  readdirSync(assembly)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => join(assembly, file));

const resourcesIn = (template: string): number =>
  Object.keys(Object(JSON.parse(readFileSync(template, 'utf8'))).Resources).length;

/** W3005 is left out: it reports a dependency as redundant that the CDK writes in addition to a reference. */
const lint = (linter: string, templates: readonly string[], log: string): Promise<void> =>
  run({ command: linter, args: ['--ignore-checks', 'W3005', '--', ...templates], env: baseEnvironment(), log });

function keepOpen(baseUrl: string, directory: string): Promise<void> {
  console.log(`\n  ${baseUrl}\n  ${directory}\n  Press Ctrl-C to remove it.`);
  return new Promise(() => setInterval(() => undefined, 60_000));
}

runProgram(main);
