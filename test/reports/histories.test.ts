import { BooksHistory } from './simulation/history';

/**
 * Random histories over the operations: documents, substitutes, credit notes, payments, voids and cancellations of two clients, with lost
 * answers of the provider. `STATEMENT_HISTORIES=2000` runs more of them; `STATEMENT_SEED=7` runs one.
 */
const HISTORIES = Number(process.env.STATEMENT_HISTORIES ?? 4);
const ONLY = process.env.STATEMENT_SEED;
const STEPS = 50;

test(`tax 6.8: in ${HISTORIES} random histories each statement adds up, and all together are the receivables less the credits`, async () => {
  const seeds = ONLY === undefined ? Array.from({ length: HISTORIES }, (_, index) => index + 1) : [Number(ONLY)];
  const failures = [];
  const counts = new Map<string, number>();
  for (const seed of seeds) {
    const history = new BooksHistory(seed);
    const violations = await history.run(STEPS);
    if (violations.length > 0) failures.push({ seed, violations });
    for (const [what, count] of history.counts) counts.set(what, (counts.get(what) ?? 0) + count);
  }
  expect(failures).toEqual([]);
  if (HISTORIES > 4) for (const [what, count] of [...counts].sort()) console.log(`${count}  ${what}`);
}, 600_000);
