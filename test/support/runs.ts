/**
 * How many random runs, or kills, a test makes: a few in `npm test`, and all with `FULL_RUNS=true`, as `.ci/run` sets it for the files that import
 * this. The few are the first of all, so a fault that they find is found again by the same seed.
 */
export const runs = (few: number, all: number): number => (process.env.FULL_RUNS === 'true' ? all : few);
