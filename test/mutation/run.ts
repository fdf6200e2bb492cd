import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../local/root';
import { runProgram } from '../deploy/progress';
import type { Row } from '../hard/part';
import { SECTIONS } from '../hard/parts';
import { type PartReport, renewed } from '../hard/report';
import makePoolKeys from '../support/pool-keys';
import { compare, type Explained, readExplained } from './explained';
import { FOLDERS, type Folder, SAMPLE, sectionOf } from './folders';
import { type Mutant, readMutants } from './report';

const ROOT = projectRoot();
const DOCUMENT = join(ROOT, 'docs', 'reliability.md');
const STRYKER = join(__dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

/**
 * `npm run test:mutation`: changes the code in one small place at a time, and wants a test to fail. What survives must be in explained.json,
 * and nothing else may be. A folder takes half an hour or more, and renews its section of docs/reliability.md;
 * `--short` tries a few files, `--only FOLDER` one folder, `--file PATH` (again for more) some files of it; `--list` prints survivors as explained.json wants them.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean' },
      list: { type: 'boolean' },
      only: { type: 'string' },
      file: { type: 'string', multiple: true },
    },
  });
  install();
  await makePoolKeys();
  const files = values.short ? SAMPLE : values.file;
  const explained = readExplained();
  const reports: PartReport[] = [];
  for (const folder of FOLDERS.filter(({ name }) => values.only === undefined || values.only === name)) {
    const mutate = filesOf(folder, files);
    if (mutate.length === 0) continue;
    const startedAt = Date.now();
    const mutants = run(folder, mutate);
    const survivors = mutants.filter(({ status }) => SURVIVED.includes(status));
    const known = explained.filter(({ file }) => mutate.includes(file));
    const { unexplained, stale } = compare(survivors, known);
    if (values.list) console.log(JSON.stringify(unexplained.map(entryOf), undefined, 2));
    const left = mutants.filter(({ status }) => status === 'Ignored').length;
    reports.push({
      id: sectionOf(folder),
      title: `Mutation of ${folder.name}`,
      date: new Date().toISOString().slice(0, 10),
      seconds: Math.round((Date.now() - startedAt) / 1000),
      findings: {
        rows: [rowOf(mutate, mutants, unexplained.length)],
        failures: [...unexplained.map(surviving), ...stale.map(idle)],
        passed: mutants.length - left - unexplained.length,
      },
    });
  }
  for (const { title, findings } of reports) {
    for (const { tried, times, held } of findings.rows) console.log(`  ${title}: ${tried}: ${times} mutants: ${held}`);
    for (const failure of findings.failures) console.log(`  ✕ ${failure}`);
  }
  if (files === undefined) writeFileSync(DOCUMENT, renewed(readFileSync(DOCUMENT, 'utf8'), SECTIONS, reports));
  const passed = reports.reduce((sum, { findings }) => sum + findings.passed, 0);
  const failed = reports.reduce((sum, { findings }) => sum + findings.failures.length, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return passed > 0 && failed === 0 ? 0 : 1;
}

const surviving = ({ file, number, original, mutant }: Mutant): string =>
  `${file}:${number}: no test notices ${original} → ${mutant}`;
const idle = ({ file, original, mutant }: Explained): string =>
  `${file}: explained, but it does not survive: ${original} → ${mutant}`;

const SURVIVED: readonly string[] = ['Survived', 'NoCoverage'];

/** Stryker stands in a folder of its own, by its own lock: nothing of it is the product's. */
function install(): void {
  if (existsSync(STRYKER)) return;
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: __dirname, stdio: 'inherit' });
}

const filesBelow = (folder: string, end: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => `${folder}/${file}`)
    .sort();

function filesOf({ name }: Folder, wanted: readonly string[] | undefined): string[] {
  const files = filesBelow(name, '.ts');
  return wanted === undefined ? files : files.filter((file) => wanted.includes(file));
}

function run({ tests }: Folder, mutate: readonly string[]): Mutant[] {
  const work = mkdtempSync(join(tmpdir(), 'fleet-mutation-'));
  try {
    const files = tests.flatMap((path) => (path.endsWith('.ts') ? [path] : filesBelow(path, '.test.ts')));
    const { status } = spawnSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', STRYKER, 'run', join(__dirname, 'stryker.config.mjs')],
      {
        cwd: ROOT,
        stdio: 'inherit',
        env: { ...process.env, MUTATION_RUN: JSON.stringify({ mutate, tests: files, work }) },
      },
    );
    if (status !== 0) throw new Error('Stryker could not do its work: see above.');
    return readMutants(join(work, 'report.json'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function rowOf(files: readonly string[], mutants: readonly Mutant[], unexplained: number): Row {
  const count = (...statuses: string[]): number => mutants.filter(({ status }) => statuses.includes(status)).length;
  const tried = mutants.length - count('Ignored');
  const survived = count(...SURVIVED);
  const score = ((100 * (tried - survived)) / Math.max(tried, 1)).toFixed(1);
  const ends = `${count('Killed', 'RuntimeError')} made a test fail, ${count('Timeout')} ran without end, ${survived} survived`;
  return {
    tried: `Small changes of ${files.length} files`,
    times: tried,
    held: `${score} % noticed: ${ends}, ${survived - unexplained} of them explained; ${count('Ignored')} left out by rule`,
  };
}

const entryOf = ({ file, line, original, mutant }: Mutant): Explained => ({ file, line, original, mutant, reason: '' });

runProgram(main);
