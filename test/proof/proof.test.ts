import { caughtBefore, type Failure, KEPT_SEEDS, runSeed } from './seeds';
import { share } from './share';
import { WEAKENINGS } from './weakenings';
import type { Task } from './worker';

/** The number of seeds in `npm test`. `npm run prove` runs a million. */
const SEEDS = 1_000;

const given = process.env.SEED;
const first = Number(given ?? 1);

test('seeds that once found a fault find none', async () => {
  for (const seed of KEPT_SEEDS) expect(await runSeed(seed)).toBeUndefined();
});

test(`one document or none, and nobody PENDING for ever: seeds from ${first}`, async () => {
  const failures: Failure[] = [];
  let [invoices, transfers] = [0, 0];
  const tasks: Task[] = [{ from: first, to: first + (given ? 1 : SEEDS) }];
  // One worker, because Jest's workers use the other cores.
  await share(tasks.values(), 1, (done) => {
    if (!('failures' in done)) return;
    failures.push(...done.failures);
    invoices += done.total.invoices;
    transfers += done.total.transferred;
  });
  expect(failures).toEqual([]);
  expect(invoices).toBeGreaterThan(given ? 0 : SEEDS);
  if (!given) expect(transfers).toBeGreaterThan(SEEDS / 20);
}, 120_000);

test('tax 6.2: with substitutes too: one document or both with the mark, and nothing untold', async () => {
  const failures: Failure[] = [];
  let substitutes = 0;
  await share([{ from: 1, to: 301, corrections: 'substitutes' } as const].values(), 1, (done) => {
    if (!('failures' in done)) return;
    failures.push(...done.failures);
    substitutes += done.total.substitutes;
  });
  expect(failures).toEqual([]);
  expect(substitutes).toBeGreaterThan(30);
}, 120_000);

test('tax 5.2: with credit notes too: each document has the sum of its notes, and is reserved by none at the end', async () => {
  const failures: Failure[] = [];
  let notes = 0;
  await share([{ from: 1, to: 301, corrections: 'notes' } as const].values(), 1, (done) => {
    if (!('failures' in done)) return;
    failures.push(...done.failures);
    notes += done.total.notes;
  });
  expect(failures).toEqual([]);
  expect(notes).toBeGreaterThan(30);
}, 120_000);

test('tax 4.2: receipts of payment, also substituted: one document each, and the ledger of their invoice', async () => {
  const failures: Failure[] = [];
  let documents = 0;
  const tasks = [
    { from: 1, to: 201, hasReceipts: true },
    { from: 201, to: 401, hasReceipts: true, corrections: 'substitutes' },
  ] as const;
  await share(tasks.values(), 1, (done) => {
    if (!('failures' in done)) return;
    failures.push(...done.failures);
    documents += done.total.documents;
  });
  expect(failures).toEqual([]);
  expect(documents).toBeGreaterThan(200);
}, 120_000);

describe('a rule left out is noticed', () => {
  test('there is a seed for each', () => {
    expect(caughtBefore().map(({ name }) => name)).toEqual(WEAKENINGS.map(({ name }) => name));
  });

  test.each(caughtBefore())('$name', async ({ name, seed, violation }) => {
    const weakening = WEAKENINGS.find((one) => one.name === name);
    const failure = await runSeed(seed, weakening);
    expect(failure?.violations).toContain(violation);
    expect(await runSeed(seed, undefined, weakening?.corrections)).toBeUndefined();
  });
});
