import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { STATE_MACHINES } from '../../scripts/state-machines';
import { statesPage } from '../../scripts/states';
import { inSample } from '../support/commit-sample';
import { SUITES } from './suites';
import { type Weakening, weakeningsOf } from './weakenings';

/**
 * `npm run states` prints the tables of states. `npm run states -- --weaken` leaves out one part of them after the other and fails unless at
 * least two tests fail for each. `--only trips` weakens one machine. `--sample COMMIT` weakens a fortieth of the parts, chosen by the hash of the commit.
 */
const ROOT = join(__dirname, '..', '..');
const JEST = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
/** Fewer failing tests would leave a rule to a single test. */
const LEAST = 2;

interface Task {
  readonly weakening: Weakening | undefined;
  readonly suites: readonly string[];
}

interface Counts {
  readonly failed: number;
  readonly output: string;
}

/** Runs the suites one after the other, each in a process of its own, until enough tests have failed. */
async function run({ weakening, suites }: Task): Promise<Counts> {
  let all: Counts = { failed: 0, output: '' };
  for (const suite of suites) {
    const { failed, output } = await runSuite(suite, weakening);
    all = { failed: all.failed + failed, output: all.output + output };
    if (all.failed >= LEAST) break;
  }
  return all;
}

function runSuite(suite: string, weakening: Weakening | undefined): Promise<Counts> {
  const options = ['--runInBand', '--ci', `--bail=${LEAST}`, '--silent', '--reporters=default', '--'];
  const child = spawn(process.execPath, [JEST, ...options, suite], {
    cwd: ROOT,
    // A table that one file has weakened must not be the table of the next.
    env: { ...process.env, ...(weakening && { STATE_WEAKENING: weakening.name, OWN_MODULES: 'true' }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      const summary = /^Tests: .*$/m.exec(output)?.[0];
      // A file that cannot be loaded does not count as a failing test: a weakening that breaks the import proves nothing.
      if (summary === undefined || /Test suite failed to run/.test(output)) {
        reject(new Error(`${suite} cannot run: ${output.slice(-2_000)}`));
      } else resolve({ failed: Number(/(\d+) failed/.exec(summary)?.[1] ?? 0), output });
    });
  });
}

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : (process.argv[at + 1] ?? '');
};

/** A sample has about a fortieth of the weakenings. */
const SAMPLE_OF = 40;

async function weakenAll(): Promise<boolean> {
  const [only, commit] = [option('only'), option('sample')];
  const machines = STATE_MACHINES.filter(({ name }) => only === undefined || name === only);
  if (machines.length === 0) throw new Error(`There is no machine ${only}.`);
  const tasks = machines.flatMap((machine): Task[] => {
    const suites = SUITES[machine.name] ?? [];
    if (suites.length === 0) throw new Error(`No suites are declared for ${machine.name}.`);
    const all = weakeningsOf(machine).filter(({ name }) => commit === undefined || inSample(commit, name, SAMPLE_OF));
    return [{ weakening: undefined, suites }, ...all.map((weakening) => ({ weakening, suites }))];
  });
  const began = Date.now();
  let [passed, done] = [0, 0];
  const queue = tasks.values();
  const work = async () => {
    for (const task of queue) {
      const { isRight, line } = await judge(task);
      done += 1;
      if (isRight) passed += 1;
      console.log(`${done} of ${tasks.length}, ${Math.round((Date.now() - began) / 1000)} s: ${line}`);
    }
  };
  await Promise.all(cpus().map(work));
  console.log(`${passed} passed, ${tasks.length - passed} failed`);
  return passed === tasks.length;
}

/** Without a weakening the suites must pass. With a weakening at least two of their tests must fail. */
async function judge(task: Task): Promise<{ isRight: boolean; line: string }> {
  const { weakening, suites } = task;
  const { failed, output } = await run(task);
  if (weakening === undefined) {
    const isRight = failed === 0;
    return { isRight, line: `${suites.join(' ')} as they are: ${isRight ? 'ok' : output}` };
  }
  const isRight = failed >= LEAST;
  const first = /●.*/.exec(output)?.[0] ?? 'no test';
  return { isRight, line: `${isRight ? 'ok' : 'NOT ENOUGH'}: ${weakening.name}: ${failed} failed, first: ${first}` };
}

async function main(): Promise<boolean> {
  if (process.argv.includes('--weaken')) return weakenAll();
  console.log(statesPage());
  return true;
}

void main().then((isRight) => {
  process.exitCode = isRight ? 0 : 1;
});
