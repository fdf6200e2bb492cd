import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { projectRoot } from '../../local/root';
import { runProgram } from '../deploy/progress';
import { BREAK_VARIABLE, BREAKS } from './attack/breaks';
import type { Settings } from './part';
import { PARTS, SECTIONS } from './parts';
import { type PartReport, renewed } from './report';
import type { Told } from './worker';

const SEED = 57;
const ROOT = projectRoot();
const DOCUMENT = join(ROOT, 'docs', 'reliability.md');

/**
 * `npm run test:resilience`: the promises of the service when things go wrong, each part in a process of its own, as many at once as there are
 * cores. The long form writes docs/reliability.md; `--short` does not. `--only PART` (again for more of them) and `--seed N` choose; `--minutes N` gives
 * a part no more time than that, and the document then tells of what was tried in it. `--short --focus boxes/create-box` tries what has that
 * in its name alone, of parts whose tries have names.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
      minutes: { type: 'string' },
      focus: { type: 'string' },
      broken: { type: 'boolean' },
    },
  });
  const chosen = values.only ?? PARTS;
  const unknown = chosen.filter((name) => !PARTS.includes(name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: there are ${PARTS.join(', ')}.`);
  if (values.broken) return runBroken(values.seed ?? String(SEED));
  const form = values.short ? 'short' : 'long';
  if (values.focus !== undefined && form === 'long')
    throw new Error('The document tells of everything: focus with --short.');
  const how = [
    form,
    values.seed ?? String(SEED),
    values.minutes ?? 'Infinity',
    ...(values.focus === undefined ? [] : [values.focus]),
  ] as const;
  const startedAt = Date.now();
  const waiting = [...chosen];
  const reports: PartReport[] = [];
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      reports.push(await runPart(name, how));
    }
  };
  await Promise.all(cpus().map(lane));
  if (form === 'long') {
    const before = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
    writeFileSync(DOCUMENT, renewed(before, SECTIONS, reports));
  }
  const passed = reports.reduce((sum, { findings }) => sum + findings.passed, 0);
  const failed = reports.reduce((sum, { findings }) => sum + findings.failures.length, 0);
  console.log(`\nTime: ${seconds(startedAt)} s\n\n${passed} passed, ${failed} failed`);
  return passed > 0 && failed === 0 ? 0 : 1;
}

/** The part with all that it uses, the product's functions too, in one file: some of their packages are no CommonJS. */
async function bundled(name: string): Promise<string> {
  const outfile = join(ROOT, 'node_modules', '.cache', 'resilience', `${name}.cjs`);
  await build({
    stdin: {
      contents: `import { part } from './${name}/part'; import { work } from './worker'; work(part);`,
      resolveDir: __dirname,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return outfile;
}

/** Runs the part of each deliberate break, and passes where the part reports failures. */
async function runBroken(seed: string): Promise<number> {
  const unnoticed: string[] = [];
  for (const [name, { part, focus }] of Object.entries(BREAKS)) {
    process.env[BREAK_VARIABLE] = name;
    const { findings } = await runPart(part, ['short', seed, 'Infinity', ...(focus === undefined ? [] : [focus])]);
    if (findings.rows.length === 0 || findings.failures.length === 0) unnoticed.push(name);
    console.log(`  ${name}: ${findings.failures.length} failures reported by ${part}`);
  }
  for (const name of unnoticed) console.log(`  ✕ No failure was reported while ${name}.`);
  console.log(`\n${Object.keys(BREAKS).length - unnoticed.length} passed, ${unnoticed.length} failed`);
  return unnoticed.length === 0 ? 0 : 1;
}

/** A part that dies is a failure of its own, and lets the others go on. */
async function runPart(name: string, how: readonly [Settings['form'], ...string[]]): Promise<PartReport> {
  const startedAt = Date.now();
  console.log(`  … ${name}`);
  const worker = fork(await bundled(name), how, {
    execArgv: ['--enable-source-maps'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  let done: Pick<PartReport, 'id' | 'title' | 'findings'> | undefined;
  worker.on('message', (told: Told) => {
    if ('progress' in told) console.log(`  ${name}: ${told.progress}`);
    else if (told.id === name) done = told;
    else console.log(`  ${name}: its part is called ${told.id}; a part is called as its folder is.`);
  });
  const code = await new Promise((resolve) => worker.on('close', (exit, signal) => resolve(exit ?? signal)));
  const { id, title, findings } = done ?? {
    id: name,
    title: name,
    findings: { rows: [], passed: 0, failures: [`The part ended with ${code} before it had found anything.`] },
  };
  for (const { tried, times, held } of findings.rows) console.log(`  ${name}: ${tried}: ${times} times: ${held}`);
  for (const failure of findings.failures) console.log(`  ✕ ${name}: ${failure}`);
  console.log(`  ${seconds(startedAt).padStart(5)} s  ${name}`);
  return {
    id,
    title,
    seed: Number(how[1]),
    date: new Date().toISOString().slice(0, 10),
    seconds: Number(seconds(startedAt)),
    findings,
  };
}

const seconds = (since: number): string => ((Date.now() - since) / 1000).toFixed(0);

runProgram(main);
