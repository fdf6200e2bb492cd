import { History } from './history';
import { judge } from './judge';
import { RULES, WEAKENINGS, type Weakening } from './weakenings';

export interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

/** Runs one seed; undefined without a violation. */
export async function runSeed(
  seed: number,
  weakening?: Weakening,
  counts?: Map<string, number>,
): Promise<Failure | undefined> {
  const history = new History(seed, { ...RULES, ...weakening?.rules });
  await history.run();
  const violations = judge(history);
  for (const [what, count] of history.counts) counts?.set(what, (counts.get(what) ?? 0) + count);
  return violations.length > 0 ? { seed, violations } : undefined;
}

/** The first seed that notices a weakening. */
export async function noticed(weakening: Weakening, most: number): Promise<Failure | undefined> {
  for (let seed = 1; seed <= most; seed += 1) {
    const failure = await runSeed(seed, weakening);
    if (failure) return failure;
  }
  return undefined;
}

/** `npm run prove -- --events`: seeds from `from`, and prints what happened in them. */
export async function proveEvents(seeds: number, from = 1): Promise<boolean> {
  const counts = new Map<string, number>();
  const failures: Failure[] = [];
  const began = Date.now();
  for (let seed = from; seed < from + seeds; seed += 1) {
    const failure = await runSeed(seed, undefined, counts);
    if (failure === undefined) continue;
    failures.push(failure);
    console.log(`SEED=${failure.seed}: ${failure.violations.join('; ')}`);
  }
  for (const [what, count] of [...counts].sort()) console.log(`${count} ${what}`);
  console.log(`${seeds} seeds in ${Math.round((Date.now() - began) / 1000)} s`);
  console.log(failures.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return failures.length === 0;
}

/** `npm run prove -- --events --weakenings`: leaves out one rule after the other. A seed must notice each. */
export async function proveEventWeakenings(most = 3_000): Promise<boolean> {
  let missed = 0;
  for (const weakening of WEAKENINGS) {
    const failure = await noticed(weakening, most);
    if (failure === undefined) missed += 1;
    console.log(
      `${weakening.name}: ${failure ? `noticed by seed ${failure.seed}: ${failure.violations.join('; ')}` : 'NOT NOTICED'}`,
    );
  }
  console.log(`${WEAKENINGS.length - missed} passed, ${missed} failed`);
  return missed === 0;
}
