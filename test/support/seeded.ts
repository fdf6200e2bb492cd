import { Chance } from '../load/chance';

/** A whole number from `min` to `max` - 1, as `randomInt` of Node has it. With one limit, `min` is 0. */
type RandomInt = (limit: number, max?: number) => number;

interface Seeded {
  readonly randomInt: RandomInt;
  /** The list in a random order. */
  readonly shuffled: <T>(list: readonly T[]) => T[];
}

/**
 * Random choices of a test file that are the same in each run, so that a failure can be seen again. `RANDOM_SEED=7` makes others; `.ci/run` takes
 * them from the commit for the check `deep`.
 */
export function seeded(): Seeded {
  const chance = new Chance(Number(process.env.RANDOM_SEED ?? 1));
  const randomInt: RandomInt = (limit, max) =>
    max === undefined ? chance.below(limit) : limit + chance.below(max - limit);
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => [chance.below(1_000_000), one] as const)
      .sort(([one], [other]) => one - other)
      .map(([, one]) => one);
  return { randomInt, shuffled };
}
