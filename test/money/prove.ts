import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { violationsOf } from './judge';
import { computedBy } from './product';
import { randomInvoice } from './random-invoice';
import { MONEY_WEAKENINGS, weakenedRules } from './weakenings';
import type { Counted, Range } from './worker';

/** The least number of invoices with each kind of input and rounding. A kind that hardly occurs proves nothing. */
const LEAST = 100;
const CHUNK = 5_000;

/** Compares this many random invoices with the second computation, and prints how often each kind occurred. */
export async function proveMoney(seeds: number): Promise<boolean> {
  const began = Date.now();
  const kinds = new Map<string, number>();
  const failures: string[] = [];
  let [done, lines] = [0, 0];
  await share(seeds, (counted) => {
    done += counted.invoices;
    lines += counted.lines;
    failures.push(...counted.failures);
    for (const [kind, count] of Object.entries(counted.kinds)) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  });
  for (const [kind, count] of [...kinds].sort(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`${String(count).padStart(8)}  ${kind}`);
  for (const failure of failures.slice(0, 20)) console.log(failure);
  const rare = [...kinds].filter(([, count]) => count < LEAST).map(([kind]) => kind);
  if (rare.length > 0) console.log(`Fewer than ${LEAST} invoices: ${rare.join(', ')}.`);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`${done} invoices with ${lines} lines in ${seconds} s: ${failures.length} violations.`);
  const isProved = failures.length === 0 && rare.length === 0 && done === seeds;
  console.log(isProved ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return isProved;
}

/** Gives the workers the seeds in chunks. */
async function share(seeds: number, take: (counted: Counted) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'money-'));
  const outfile = join(folder, 'worker.js');
  await build({ entryPoints: [join(__dirname, 'worker.ts')], outfile, bundle: true, platform: 'node' });
  let next = 0;
  const taken = (): Range | undefined => {
    const from = next;
    next = Math.min(seeds, from + CHUNK);
    return from < next ? { from, to: next } : undefined;
  };
  try {
    await Promise.all(Array.from({ length: cpus().length }, () => work(outfile, taken, take)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const work = (program: string, taken: () => Range | undefined, take: (counted: Counted) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = fork(program);
    const next = () => {
      const range = taken();
      if (range) worker.send(range);
      else worker.disconnect();
    };
    worker.on('message', (counted: Counted) => {
      take(counted);
      next();
    });
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}.`))));
    next();
  });

/** The seeds in which a weakening must be noticed. */
const WEAKENED_SEEDS = 20_000;

/** Replaces one rule of the amounts at a time. Each must make a difference. */
export async function proveMoneyWeakenings(): Promise<boolean> {
  let unnoticed = 0;
  for (const name of Object.keys(MONEY_WEAKENINGS)) {
    let [noticed, example] = [0, ''];
    for (let seed = 0; seed < WEAKENED_SEEDS; seed += 1) {
      const items = randomInvoice(seed);
      const [first] = violationsOf(items, computedBy(items, weakenedRules(name)));
      if (first === undefined) continue;
      noticed += 1;
      example ||= `seed ${seed}: ${first}`;
    }
    if (noticed === 0) unnoticed += 1;
    console.log(`${name}: ${noticed === 0 ? 'NOT NOTICED' : `noticed by ${noticed} of ${WEAKENED_SEEDS}, ${example}`}`);
  }
  console.log(`${Object.keys(MONEY_WEAKENINGS).length - unnoticed} passed, ${unnoticed} failed`);
  return unnoticed === 0;
}
