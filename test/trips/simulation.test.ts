import { runs } from '../support/runs';
import { KINDS } from './simulation/kinds';
import { judgeSeeds, KEPT_SEEDS } from './simulation/seeds';

/**
 * `npm run prove -- --road` runs more of them, and with `--weakenings` one rule less at a time. Weakenings replace functions of the product in a
 * bundle, so they do not run here.
 */
const SEEDS = runs(2, 25);

test(`road 10: ${SEEDS} random stories of phones, office and faults have no violation, and those that once found a fault neither`, async () => {
  const random = await judgeSeeds({ from: 1, histories: SEEDS });
  const failures = [...random.failures];
  for (const from of KEPT_SEEDS) failures.push(...(await judgeSeeds({ from, histories: 1 })).failures);
  expect(failures).toEqual([]);
  const counts = new Map(random.counts);
  for (const kind of [...Object.keys(KINDS), 'PING', 'TRIP_START', 'TRIP_END'])
    expect(counts.get(`${kind}: APPLIED`)).toBeGreaterThan(0);
});
