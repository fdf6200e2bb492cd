import { runHistory } from './simulation/prove';

/** `npm run prove -- --receipts` runs more of them, and with `--weakenings` one rule less at a time. */
const HISTORIES = 15;

test(`tax 4.10: ${HISTORIES} random histories of receipts, credit notes, voids and cancellations have no violation`, async () => {
  const failures = [];
  for (let seed = 1; seed <= HISTORIES; seed += 1) failures.push((await runHistory(seed)) ?? []);
  expect(failures.flat()).toEqual([]);
}, 120_000);
