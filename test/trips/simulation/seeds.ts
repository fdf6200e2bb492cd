import { engineTables } from '../../proof/engine-table';
import type { Failure, Histories, Judged } from '../../proof/histories';
import { active } from './active-rules';
import { type Base, baseOfRuns } from './base';
import { judge } from './judge';
import { Story } from './story';
import type { Weakening } from './weakening';
import type { MakeTable } from './world';

/** Seeds that once found a fault. */
export const KEPT_SEEDS: readonly number[] = [
  // Positions that came after the end did not follow the place of the start.
  93,
  // Of two TRIP_ENDs the lesser one, which came later, refused positions that were taken before.
  1535,
];

/** Runs one seed; undefined without a violation. Runs on the engine when `PROOF_ENGINE` has its endpoint. */
export async function runSeed(
  seed: number,
  weakening?: Weakening,
  counts?: Map<string, number>,
): Promise<Failure | undefined> {
  active.rules = weakening?.rules ?? {};
  const base = await baseOfRuns();
  const story = new Story(seed, base, weakening?.rewrite, await engineTableOf(seed, base));
  await story.run();
  const { world } = story;
  const { record } = story;
  const answers = await story.answers();
  const count = (what: string) => world.count(what);
  const violations = [...world.violations, ...judge(record, answers, await story.workingTimes(), count)];
  violations.push(...(await world.base.table.close()));
  for (const [what, count] of world.counts) counts?.set(what, (counts.get(what) ?? 0) + count);
  if (violations.length === 0) return undefined;
  return { seed, violations: [...new Set(violations)] };
}

/** Gives the run of a seed a table at the engine, with the items of the base. */
async function engineTableOf(seed: number, { table }: Base): Promise<MakeTable | undefined> {
  const endpoint = process.env.PROOF_ENGINE;
  if (endpoint === undefined) return undefined;
  const make = await engineTables(endpoint, `road-${seed}`);
  return (time) => {
    const ofEngine = make(time);
    ofEngine.fill(table.everything());
    return ofEngine;
  };
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

/** The first seed that notices a weakening: the one that noticed it last, or another one. */
export async function noticed(weakening: Weakening, most: number): Promise<Failure | undefined> {
  const first = weakening.seed === undefined ? [] : [weakening.seed];
  for (const seed of [...first, ...Array.from({ length: most }, (_, index) => index + 1)]) {
    const failure = await runSeed(seed, weakening);
    const violations = failure?.violations.filter((one) => weakening.sees?.test(one) ?? true) ?? [];
    if (violations.length > 0) return { seed, violations };
  }
  return undefined;
}
