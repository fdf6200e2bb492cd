import * as v from 'valibot';
import caught from './caught.json';
import type { Weakening } from './weakenings';
import { World } from './world';

/** Seeds that once found a fault: they are run first, for ever. */
export const KEPT_SEEDS: readonly number[] = [];

const Caught = v.object({ name: v.string(), seed: v.number(), violation: v.string() });
export type Caught = v.InferOutput<typeof Caught>;

/** Which seed noticed which weakening when they were last tried. */
export const caughtBefore = (): Caught[] => v.parse(v.array(Caught), caught);

export interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

/** Runs one seed; undefined when nothing happened that should not. */
export async function runSeed(seed: number, weakening?: Weakening): Promise<Failure | undefined> {
  const violations = await new World(seed, weakening?.weaken).run();
  return violations.length > 0 ? { seed, violations } : undefined;
}

/** A seed that catches a weakening: the one that caught it before, else the first within a bound. */
export async function catchWeakening(weakening: Weakening, most: number): Promise<Failure | undefined> {
  const before = caughtBefore().find(({ name }) => name === weakening.name);
  const again = before && (await runSeed(before.seed, weakening));
  if (again) return again;
  for (let seed = 1; seed <= most; seed += 1) {
    const failure = await runSeed(seed, weakening);
    if (failure) return failure;
  }
  return undefined;
}
