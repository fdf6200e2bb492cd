import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../local/root';
import type { Row } from '../hard/part';
import { SECTIONS } from '../hard/parts';
import { renewed } from '../hard/report';
import makePoolKeys from '../support/pool-keys';
import { compare, type Explained, readExplained } from './explained';
import { FOLDERS, type Folder, SAMPLE } from './folders';
import { type Mutant, readMutants } from './report';

const ROOT = projectRoot();
const DOCUMENT = join(ROOT, 'docs', 'reliability.md');
const STRYKER = join(__dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

/**
 * `npm run test:mutation`: changes the code in one small place at a time, and wants a test to fail. What survives must be in explained.json,
 * and nothing else may be. The long form takes hours and writes its section of docs/reliability.md; `--short` tries a few files.
 * `--only FOLDER` tries one folder, `--file PATH` (again for more) some files of it; `--list` prints survivors as explained.json wants them.
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
  const startedAt = Date.now();
  const files = values.short ? SAMPLE : values.file;
  const folders = FOLDERS.filter(({ name }) => values.only === undefined || values.only === name)
    .map((folder) => ({ ...folder, mutate: filesOf(folder, files) }))
    .filter(({ mutate }) => mutate.length > 0);
  const mutants: Mutant[] = [];
  for (const folder of folders) mutants.push(...run(folder));
  const asked = new Set(folders.flatMap(({ mutate }) => mutate));
  const explained = readExplained().filter(({ file }) => asked.has(file));
  const survivors = mutants.filter(({ status }) => SURVIVED.includes(status));
  const { unexplained, stale } = compare(survivors, explained);
  const failures = [
    ...unexplained.map(
      ({ file, number, original, mutant }) => `${file}:${number}: no test notices ${original} → ${mutant}`,
    ),
    ...stale.map(
      ({ file, original, mutant }) => `${file}: explained, but it does not survive: ${original} → ${mutant}`,
    ),
  ];
  if (values.list) console.log(JSON.stringify(unexplained.map(entryOf), undefined, 2));
  const rows = folders.map(({ name, mutate }) => rowOf(name, mutate, mutants, unexplained));
  for (const { tried, times, held } of rows) console.log(`  ${tried}: ${times} mutants: ${held}`);
  for (const failure of failures) console.log(`  ✕ ${failure}`);
  const passed = mutants.filter(({ status }) => status !== 'Ignored').length - unexplained.length;
  if (files === undefined && values.only === undefined) {
    const report = {
      id: 'mutation',
      title: 'Mutation',
      date: new Date().toISOString().slice(0, 10),
      seconds: Math.round((Date.now() - startedAt) / 1000),
      findings: { rows, failures, passed },
    };
    writeFileSync(DOCUMENT, renewed(readFileSync(DOCUMENT, 'utf8'), SECTIONS, [report]));
  }
  console.log(`\n${passed} passed, ${failures.length} failed`);
  return passed > 0 && failures.length === 0 ? 0 : 1;
}

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

function run({ tests, mutate }: Folder & { readonly mutate: readonly string[] }): Mutant[] {
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

function rowOf(name: string, files: readonly string[], all: readonly Mutant[], unexplained: readonly Mutant[]): Row {
  const mutants = all.filter(({ file }) => files.includes(file));
  const count = (...statuses: string[]): number => mutants.filter(({ status }) => statuses.includes(status)).length;
  const tried = mutants.length - count('Ignored');
  const survived = count(...SURVIVED);
  const explained = survived - unexplained.filter(({ file }) => files.includes(file)).length;
  const score = ((100 * (tried - survived)) / Math.max(tried, 1)).toFixed(1);
  const ends = `${count('Killed', 'RuntimeError')} made a test fail, ${count('Timeout')} ran without end, ${survived} survived`;
  return {
    tried: `${name}, ${files.length} files`,
    times: tried,
    held: `${score} % noticed: ${ends}, ${explained} of them explained; ${count('Ignored')} left out by rule`,
  };
}

const entryOf = ({ file, line, original, mutant }: Mutant): Explained => ({ file, line, original, mutant, reason: '' });

main().then(
  (code) => {
    process.exitCode = code;
  },
  (failure: unknown) => {
    console.error(failure);
    process.exitCode = 1;
  },
);
