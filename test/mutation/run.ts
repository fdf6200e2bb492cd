import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '../../local/problem';
import { projectRoot } from '../../local/root';
import { runProgram } from '../deploy/progress';
import type { Findings } from '../resilience/part';
import { SECTIONS } from '../resilience/parts';
import { type PartReport, renewed } from '../resilience/report';
import makePoolKeys from '../support/pool-keys';
import { type Explained, readExplained } from './explained';
import { findingsOf, surviving, type Tried } from './findings';
import { FOLDERS, type Folder, SEED, SHORT, sectionOf } from './folders';
import { type Mutant, readMutants } from './report';
import { drawn } from './sample';

const ROOT = projectRoot();
const DOCUMENT = join(ROOT, 'docs', 'reliability.md');
const STRYKER = join(__dirname, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');

/**
 * `npm run test:mutation`: changes the code in one small place at a time, and wants a test to fail. A folder without a goal wants it of every
 * mutant but those in explained.json, which must survive; one with a goal of so many of a hundred, and its survivors are printed. A folder takes
 * half an hour or more, and renews its section of docs/reliability.md.
 * `--short` tries a few files, `--only FOLDER` one folder, `--file PATH` (again for more) some files of it; `--sample N` draws so many files of a folder by
 * chance, as folders with a goal do by themselves, and `--seed N` draws others; `--list` prints survivors as explained.json wants them.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean' },
      list: { type: 'boolean' },
      only: { type: 'string' },
      file: { type: 'string', multiple: true },
      sample: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  install();
  await makePoolKeys();
  const wanted = values.short ? SHORT : values.file;
  const seed = whole('--seed', values.seed) ?? SEED;
  const sample = whole('--sample', values.sample);
  const explained = readExplained();
  const reports: PartReport[] = [];
  for (const folder of FOLDERS.filter(({ name }) => values.only === undefined || values.only === name)) {
    const all = filesBelow(folder.name, '.ts');
    const files =
      wanted?.filter((file) => all.includes(file)) ?? drawn(all, sample ?? folder.files ?? all.length, seed);
    if (files.length === 0) continue;
    const report = judged(folder, { files, outOf: all.length }, { explained, list: values.list === true });
    reports.push({ ...report, ...(files.length < all.length && { seed }) });
  }
  if (wanted === undefined) writeFileSync(DOCUMENT, renewed(readFileSync(DOCUMENT, 'utf8'), SECTIONS, reports));
  return told(reports.map(({ title, findings }) => ({ title, ...findings })));
}

/** Prints what came of the folders, and answers the exit code. */
function told(folders: readonly (Findings & { title: string })[]): number {
  for (const { title, rows, failures } of folders) {
    for (const { tried, times, held } of rows) console.log(`  ${title}: ${tried}: ${times} mutants: ${held}`);
    for (const failure of failures) console.log(`  ✕ ${failure}`);
  }
  const passed = folders.reduce((sum, found) => sum + found.passed, 0);
  const failed = folders.reduce((sum, { failures }) => sum + failures.length, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return passed > 0 && failed === 0 ? 0 : 1;
}

/** Changes the files, prints what survived, and tells what came of it. */
function judged(
  folder: Folder,
  tried: Tried,
  { explained, list }: { explained: Explained[]; list: boolean },
): PartReport {
  const startedAt = Date.now();
  const { survivors, ...findings } = findingsOf(folder, tried, run(folder, tried.files), explained);
  if (list) console.log(JSON.stringify(survivors.map(entryOf), undefined, 2));
  if (folder.goal !== undefined) for (const survivor of survivors) console.log(`  … ${surviving(survivor)}`);
  return {
    id: sectionOf(folder),
    title: `Mutation of ${folder.name}`,
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round((Date.now() - startedAt) / 1000),
    findings,
  };
}

function whole(option: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) throw new Problem(`${option} wants a whole number, not ${text}.`);
  return text === undefined ? undefined : Number(text);
}

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

const entryOf = ({ file, line, original, mutant }: Mutant): Explained => ({ file, line, original, mutant, reason: '' });

runProgram(main);
