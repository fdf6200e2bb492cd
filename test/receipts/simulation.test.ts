import { BooksHistory } from '../reports/simulation/history';
import { LONG, recounted, runHistory } from './simulation/histories';
import type { Counts } from './simulation/history';

/** `npm run prove -- --receipts` runs more of them, and with `--weakenings` one rule less at a time. */
const HISTORIES = 5;

test(`tax 4.10: ${HISTORIES} random histories of receipts, credit notes, voids and cancellations have no violation`, async () => {
  const failures = [];
  for (let seed = 1; seed <= HISTORIES; seed += 1) failures.push((await runHistory(seed)) ?? []);
  expect(failures.flat()).toEqual([]);
});

/** Seeds that once found a fault: notes of small shares that took more of a group than it has. */
test('tax 5.1, 4.5: histories that once found a fault find none', async () => {
  expect(await runHistory(210, undefined, undefined, false, LONG)).toBeUndefined();
});

/** Histories of documents, collections, receipts, notes and substitutes; and of trips, payments and statements. */
const KILLED = { receipts: 4, books: 2 };

test('tax 3.9: ledgers, credits and the counter of listed documents are as recounted after random histories with 25 kills', async () => {
  const counts: Counts = new Map();
  const failures = [];
  for (let seed = 1; seed <= KILLED.receipts; seed += 1)
    failures.push((await runHistory(seed, undefined, counts, true)) ?? []);
  for (let seed = 1; seed <= KILLED.books; seed += 1) {
    const history = new BooksHistory(seed, undefined, true);
    const violations = [...(await history.run(LONG)), ...recounted(history.items())];
    if (violations.length > 0) failures.push({ seed, violations });
    counts.set('kills', (counts.get('kills') ?? 0) + (history.counts.get('kills') ?? 0));
  }
  expect(failures.flat()).toEqual([]);
  expect(counts.get('kills')).toBeGreaterThanOrEqual(25);
});
