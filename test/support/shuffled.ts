import { randomInt } from 'node:crypto';

/** The list in a random order. */
export const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => [randomInt(1_000_000), one] as const)
    .sort(([one], [other]) => one - other)
    .map(([, one]) => one);
