import { runs } from '../support/runs';
import { runSeed } from './simulation/seeds';

/** `npm run prove -- --events` runs more of them, and with `--weakenings` one rule less at a time. */
const SEEDS = runs(2, 4);
/** A redelivery made a row due again in the millisecond in which a sweep had read it. */
const KEPT_SEEDS = [101_035];

test(`integrations 8: ${SEEDS} random histories of events, endpoints and faults have no violation`, async () => {
  const failures = [];
  const seeds = [...KEPT_SEEDS, ...Array.from({ length: SEEDS }, (_, index) => index + 1)];
  for (const seed of seeds) failures.push((await runSeed(seed)) ?? []);
  expect(failures.flat()).toEqual([]);
});
