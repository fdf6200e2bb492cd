import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clientTypes } from '../../scripts/client-types';
import { Checks, runProgram } from '../deploy/progress';
import { fuzz } from './fuzz';
import { parseGuideCommands } from './guide-commands';
import { lintDocument } from './lint';

const ROOT = join(__dirname, '..', '..');

/** `npm run test:contract`: the checks of document and client that need a running service or a compiler. */
async function main(): Promise<number> {
  const checks = new Checks();
  await checks.check('the linter’s recommended rules find nothing in the document', lintDocument);
  await checks.check('the AWS CLI takes each command of docs/operations.md', parseGuideCommands);
  await checks.check('docs/examples.json matches the present answers of the service', recordedAnew);
  await checks.check('the client’s types match the present declarations', typesAreFresh);
  await checks.check('a fuzzer finds no answer that the document does not describe', fuzz);
  return checks.report();
}

async function recordedAnew(): Promise<void> {
  const recorder = join(ROOT, 'scenarios', 'record', 'run.mjs');
  await promisify(execFile)('node', ['--disable-warning=ExperimentalWarning', recorder, '--check'], { cwd: ROOT });
}

async function typesAreFresh(): Promise<void> {
  for (const [path, text] of Object.entries(await clientTypes())) {
    if (readFileSync(join(ROOT, path), 'utf8') !== text)
      throw new Error(`${path} is stale. Run "npm run docs" and commit it.`);
  }
}

runProgram(main);
