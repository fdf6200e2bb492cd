import { caughtBefore, KEPT_SEEDS, runSeed } from './seeds';
import { WEAKENINGS } from './weakenings';

/** Seeds of `npm test`; `npm run prove` runs a million. */
const SEEDS = 2_000;
const PARTS = 8;

const given = process.env.SEED;
const seedsOf = (part: number): number[] =>
  given ? [Number(given)] : Array.from({ length: SEEDS / PARTS }, (_, index) => index * PARTS + part);

test('seeds that once found a fault find none', async () => {
  for (const seed of KEPT_SEEDS) expect(await runSeed(seed)).toBeUndefined();
});

test.each(Array.from({ length: given ? 1 : PARTS }, (_, index) => index + 1))(
  'one document or none, and nobody PENDING for ever: part %d of the seeds',
  async (part) => {
    for (const seed of seedsOf(part)) expect(await runSeed(seed)).toBeUndefined();
  },
  120_000,
);

describe('a rule left out is noticed', () => {
  test('there is a seed for each', () => {
    expect(caughtBefore().map(({ name }) => name)).toEqual(WEAKENINGS.map(({ name }) => name));
  });

  test.each(caughtBefore())('$name', async ({ name, seed, violation }) => {
    const weakening = WEAKENINGS.find((one) => one.name === name);
    const failure = await runSeed(seed, weakening);
    expect(failure?.violations).toContain(violation);
    expect(await runSeed(seed)).toBeUndefined();
  });
});
