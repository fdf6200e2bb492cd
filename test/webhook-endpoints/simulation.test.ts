import { runSeed } from './simulation/seeds';

/** `npm run prove -- --events` runs more of them, and with `--weakenings` one rule less at a time. */
const SEEDS = 12;

test(`integrations 8: ${SEEDS} random histories of events, endpoints and faults have no violation`, async () => {
  const failures = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) failures.push((await runSeed(seed)) ?? []);
  expect(failures.flat()).toEqual([]);
}, 120_000);
