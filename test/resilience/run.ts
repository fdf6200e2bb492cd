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
 * `npm run test:resilience`: tests the promises of the service under faults. Each part runs in its own process, as many at once as there
 * are cores.
 * - The long form writes docs/reliability.md; `--short` does not.
 * - `--only PART` (repeatable) and `--seed N` choose the parts and the seed.
 * - `--minutes N` limits the time of each part; the document then reports the cases tried in that time.
 * - `--short --focus 'boxes/|trips/create-trip'` tries only the cases whose names begin so, in parts whose cases have names.
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
  if (values.broken) return runBroken(values.seed ?? String(SEED), chosen);
  const form = values.short ? 'short' : 'long';
  if (values.focus !== undefined && form === 'long')
    throw new Error('The long form writes the document and cannot be focused: add --short.');
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

/** Bundles the part with the product's functions into one file, because some of their packages have no CommonJS build. */
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

/** Runs the chosen parts under their deliberate breaks, and passes where the part reports failures. Each part has a break. */
async function runBroken(seed: string, chosen: readonly string[]): Promise<number> {
  const breaks = Object.entries<{ part: string; focus?: string }>(BREAKS).filter(([, { part }]) =>
    chosen.includes(part),
  );
  const unbroken = chosen.filter((name) => !breaks.some(([, { part }]) => part === name));
  const unnoticed = unbroken.map((name) => `the part ${name} has no break in breaks.ts`);
  for (const [name, { part, focus }] of breaks) {
    process.env[BREAK_VARIABLE] = name;
    const { findings } = await runPart(part, ['short', seed, 'Infinity', ...(focus === undefined ? [] : [focus])]);
    if (findings.rows.length === 0 || findings.failures.length === 0) unnoticed.push(name);
    console.log(`  ${name}: ${findings.failures.length} failures reported by ${part}`);
  }
  for (const name of unnoticed) console.log(`  ✕ No failure was reported while ${name}.`);
  console.log(`\n${breaks.length + unbroken.length - unnoticed.length} passed, ${unnoticed.length} failed`);
  return unnoticed.length === 0 ? 0 : 1;
}

/** A process of a part that dies counts as a failure. The other parts go on. */
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
    else console.log(`  ${name}: its part has the id ${told.id}. Give it the name of its folder.`);
  });
  const code = await new Promise((resolve) => worker.on('close', (exit, signal) => resolve(exit ?? signal)));
  const { id, title, findings } = done ?? {
    id: name,
    title: name,
    findings: { rows: [], passed: 0, failures: [`The part ended with ${code} before it reported its findings.`] },
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
