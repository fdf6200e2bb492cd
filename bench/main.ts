import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, step } from '../test/deploy/progress';
import { endServers } from '../test/local/support/server';
import { rowsOf } from './budgets';
import { measureBundles } from './bundles/measure';
import { simulateCold } from './cold/simulate';
import { measureLocal } from './local/measure';
import { type Options, type PartOfBench, readOptions } from './options';
import { installPeers } from './peers';
import { coldTable } from './report/cold';
import { writeDocuments } from './report/documents';
import { figure, tableOf } from './report/table';
import { type Results, readResults, writeResults } from './results';
import { measureStarts } from './starts/measure';
import { measureUnits, operationsWithout } from './units/measure';
import { measureCatalogues, measureValidate } from './validate/measure';
import { measureWarm } from './warm/measure';

/** Team sizes in invoices. Two sizes are enough for the short form to show growth. */
const SIZES = { short: [100, 1_000], full: [100, 1_000, 10_000, 100_000] };
const ROUNDS = { short: 15, full: 25 };

/**
 * `npm run bench` measures everything except the test suite, and writes `bench/results.json` and the generated
 * documents. `-- --check` runs the short form and writes nothing. `-- --only units,warm` measures only some parts and
 * keeps the other results. Each form fails when a limit is exceeded.
 */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  try {
    const measured: Partial<Results> = {};
    for (const part of options.parts) {
      Object.assign(measured, await step(part, () => MEASURES[part](folder, options)));
    }
    return report(measured, options);
  } finally {
    await endServers();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Measure = (folder: string, options: Options) => Promise<Partial<Results>>;

const MEASURES: Readonly<Record<PartOfBench, Measure>> = {
  bundles: async (folder, { isCheck }) => ({
    bundles: await measureBundles(join(folder, 'bundles'), { isShort: isCheck }),
  }),
  units: async (_, { isCheck }) => {
    const bySize = await measureUnits(isCheck ? SIZES.short : SIZES.full);
    return { units: { bySize, missing: operationsWithout(Object.values(bySize)[0] ?? {}) } };
  },
  starts: async (folder, { isCheck }) => {
    if (!isCheck) installPeers();
    const rounds = isCheck ? ROUNDS.short : ROUNDS.full;
    return { starts: await measureStarts(folder, rounds, { isShort: isCheck }) };
  },
  cold: async (_, { isCheck }) => ({ cold: simulateCold({ isShort: isCheck }) }),
  warm: async (folder) => ({ warm: await measureWarm(folder) }),
  local: async () => ({ local: await measureLocal() }),
  validate: async (folder) => ({ validate: measureValidate(), catalogues: await measureCatalogues(folder) }),
  suite: async () => {
    const startedAt = performance.now();
    execFileSync('npm', ['test'], { stdio: 'ignore' });
    return { suiteSeconds: Math.round((performance.now() - startedAt) / 1000) };
  },
};

function report(measured: Partial<Results>, { isCheck }: Options): number {
  const rows = rowsOf(measured);
  console.log(`\n${tableOf(rows)}`);
  if (measured.cold) console.log(`\n${coldTable(measured.cold)}`);
  const failed = rows.filter(({ passed }) => !passed);
  for (const { what, value, fail, unit } of failed) {
    console.log(`✕ ${what}: ${figure(value)} ${unit}, but the limit is ${figure(fail)}`);
  }
  for (const sentence of measured.bundles?.broken ?? []) console.log(`  ${sentence}`);
  for (const id of measured.units?.missing ?? []) console.log(`  ${id} is not measured: call it in scenarios/walk`);
  if (!isCheck) {
    const results: Results = { ...readResults(), ...measured, machine: machine() };
    writeResults(results);
    writeDocuments(results);
  }
  console.log(`\n${rows.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 && rows.length > 0 ? 0 : 1;
}

const machine = (): Results['machine'] => ({
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  cores: availableParallelism(),
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

runProgram(main);
