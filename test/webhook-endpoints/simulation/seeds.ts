import type { Failure, Histories, Judged } from '../../proof/histories';
import { History } from './history';
import { judge } from './judge';
import { RULES, type Weakening } from './weakenings';

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

/** Judges successive seeds. */
export async function judgeSeeds({ from, histories }: Histories): Promise<Judged> {
  const counts = new Map<string, number>();
  const failures: Failure[] = [];
  for (let seed = from; seed < from + histories; seed += 1) {
    const failure = await runSeed(seed, undefined, counts);
    if (failure) failures.push(failure);
  }
  return { histories, failures, counts: [...counts] };
}
