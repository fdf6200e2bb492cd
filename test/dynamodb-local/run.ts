import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../local/root';
import { inSample } from '../support/commit-sample';
import { withSlashes } from '../support/source-files';
import { judgedReport } from './judge';
import { startDynamoDbLocal } from './server';
import { UNIT_TESTS } from './unit-tests';

/** The number of seeds of the proofs of stamping and of the road. */
const SEEDS = 50;
const ROAD_SEEDS = 10;

/** `npm test` ignores the first ones too. The matrix and the suites over all operations judge documents and answers, and not writes. */
const SKIPPED = ['/node_modules/', '/test/(journeys|local|client|stack)/', '/test/(conformance|every-operation)/'];

/** A failure of a listed test must be about request units. */
const UNITS = /[uU]nits|[mM]eter|wru|price\(/;

/**
 * The text of a suite that counts units. It runs on each commit, because DynamoDB Local counts some of them differently: a new test then fails
 * before anyone commits further, and is listed.
 */
const COUNTS_UNITS = /\bunitsOf\(|\bmeter\b|\b[rw]ru\b|\b(read|write)Units\b/;
/** The text and the name of a suite that depends on DynamoDB's own behaviour, or is about calls at the same time. A sample has about a quarter of them. */
const CLOSE = /\bengineTable\(|UnprocessedKeys|LastEvaluatedKey/;
const CLOSE_NAMED = /races|once|pages/;
/** The text of a suite that also calls at the same time. A sample has about an eighth of them, and a sixteenth of the others. */
const AT_ONCE = /\bPromise\.all(Settled)?\(/;

/**
 * Runs on DynamoDB Local, AWS's own engine:
 * - every test of `npm test` that can use an engine, found by its imports: the suites of operations, of the features and of the table. With
 *   `--sample COMMIT` the commit decides which of the suites run that count no units;
 * - the differences of the engines, and random calls to all of them (`*.slow.ts` of this folder);
 * - seeds of the proofs of stamping and of the road.
 */
async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-dynamodb-'));
  const engine = await startDynamoDbLocal();
  process.once('SIGTERM', () => process.exit(1));
  process.once('SIGINT', () => process.exit(1));
  try {
    const environment = { LOCAL_DYNAMODB_ENDPOINT: engine.endpoint, TEST_TABLE: 'engine' };
    const report = join(folder, 'report.json');
    // Calls over HTTP take longer than those of the table in memory.
    const json = ['--json', `--outputFile=${report}`, '--reporters=default', '--testTimeout=360000'];
    const { values } = parseArgs({ options: { sample: { type: 'string' } } });
    await run(['jest', '--runTestsByPath', ...suitesOf(values.sample), ...json], environment);
    const suites = judgedReport(report, { tests: UNIT_TESTS, about: UNITS });
    for (const failure of suites.failures) console.log(`✕ ${failure}`);
    console.log(`${suites.passed} tests passed, ${suites.listed} failed as listed, ${suites.failures.length} failed.`);

    const compared = join(folder, 'compared.json');
    const slow = [
      'jest',
      '--config',
      'jest.slow.config.js',
      'test/dynamodb-local',
      '--json',
      `--outputFile=${compared}`,
    ];
    await run([...slow, '--reporters=default'], { AWS_ENGINE: engine.endpoint });
    const engines = judgedReport(compared, { tests: {}, about: UNITS });
    for (const failure of engines.failures) console.log(`✕ ${failure}`);

    const proof = await run(['tsx', 'test/proof/prove.ts', '--engine', '--seeds', String(SEEDS)], environment);
    const road = await run(
      ['tsx', 'test/proof/prove.ts', '--road', '--engine', '--seeds', String(ROAD_SEEDS)],
      environment,
    );
    const proofs = (proof ? SEEDS : 0) + (road ? ROAD_SEEDS : 0);
    const passed = suites.passed + suites.listed + engines.passed + proofs;
    const failed = suites.failures.length + engines.failures.length + (proof ? 0 : 1) + (road ? 0 : 1);
    // Once more, because the counts of the proofs are long.
    for (const failure of [...suites.failures, ...engines.failures]) console.log(`✕ ${failure}`);
    console.log(`\n${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The paths of the suites to run. */
function suitesOf(commit: string | undefined): string[] {
  const related = ['--findRelatedTests', 'test/support/engine.ts', '--testPathIgnorePatterns', ...SKIPPED];
  const listed = execFileSync('npx', ['jest', '--listTests', ...related], { encoding: 'utf8' });
  const all = listed.split('\n').filter((line) => line.endsWith('.test.ts'));
  if (all.length === 0) throw new Error('No suite uses an engine.');
  if (commit === undefined) return all;
  return all.filter((path) => {
    const name = withSlashes(relative(projectRoot(), path));
    const text = readFileSync(path, 'utf8');
    return name in UNIT_TESTS || COUNTS_UNITS.test(text) || inSample(commit, name, oneOf(name, text));
  });
}

/** A sample has one of so many suites like this one. */
function oneOf(name: string, text: string): number {
  if (CLOSE_NAMED.test(name) || CLOSE.test(text)) return 4;
  return AT_ONCE.test(text) ? 8 : 16;
}

/** Runs a program of node_modules and tells whether it succeeded. */
async function run(command: readonly string[], environment: Readonly<Record<string, string>>): Promise<boolean> {
  const child = spawn('npx', [...command], { stdio: 'inherit', env: { ...process.env, ...environment } });
  const [code] = await once(child, 'exit');
  return code === 0;
}

void main().then((code) => {
  process.exitCode = code;
});
