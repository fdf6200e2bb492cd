import { runs } from '../support/runs';
import { perform, type Task } from './perform';
import {
  caughtBefore,
  type Failure,
  KEPT_BUSY_SEEDS,
  KEPT_NOTE_SEEDS,
  KEPT_RECEIPT_SEEDS,
  KEPT_REPEATED_SEEDS,
  KEPT_SEEDS,
  runAndCount,
  runSeed,
  type Total,
} from './seeds';
import { WEAKENINGS } from './weakenings';

/** The number of seeds. CI also runs the following thousands, and `npm run prove` a million. */
const SEEDS = runs(40, 240);
const FEWER = runs(40, 120);
const RECEIPTS = runs(12, 70);
/** So many substitutes or credit notes must be stamped. */
const ENOUGH = runs(1, 10);

const given = process.env.SEED;
const first = Number(given ?? 1);

const TASKS = {
  seeds: { from: first, to: first + (given ? 1 : SEEDS) },
  substitutes: { from: 1, to: 1 + FEWER, corrections: 'substitutes' },
  notes: { from: 1, to: 1 + FEWER, corrections: 'notes' },
  receipts: { from: 1, to: 1 + RECEIPTS, hasReceipts: true },
  substitutedReceipts: { from: 71, to: 71 + RECEIPTS, hasReceipts: true, corrections: 'substitutes' },
} as const satisfies Record<string, Task>;

/** Failures and figures of a task. */
async function resultOf(
  task: keyof typeof TASKS,
): Promise<{ readonly failures: readonly Failure[]; readonly total: Total }> {
  const done = await perform(TASKS[task]);
  if (!('failures' in done)) throw new Error(`${task} is no task of seeds.`);
  return done;
}

test('seeds that once found a fault find none', async () => {
  for (const seed of KEPT_SEEDS) expect(await runSeed(seed)).toBeUndefined();
});

test('tax 4.2, 6.2: receipts and their substitutes: seeds that once found a fault find none', async () => {
  for (const seed of KEPT_RECEIPT_SEEDS) {
    const { failure } = await runAndCount(seed, undefined, undefined, 'substitutes', true);
    expect(failure).toBeUndefined();
  }
});

test('tax 4.8: a receipt that is cancelled while a later one is stamped: seeds that once found a fault find none', async () => {
  for (const seed of KEPT_BUSY_SEEDS) {
    const { failure } = await runAndCount(seed, undefined, undefined, undefined, true, true);
    expect(failure).toBeUndefined();
  }
});

test('tax 6.2: a repeated cancellation of a substituted document asks for the same: seeds that once found a fault find none', async () => {
  for (const seed of KEPT_REPEATED_SEEDS) {
    const { failure } = await runAndCount(seed, undefined, undefined, 'substitutes', true, true);
    expect(failure).toBeUndefined();
  }
});

test('tax 5.2: notes and cancellations: seeds that once found a fault find none', async () => {
  for (const seed of KEPT_NOTE_SEEDS) {
    const { failure } = await runAndCount(seed, undefined, undefined, 'notes', false, true);
    expect(failure).toBeUndefined();
  }
});

test(`one document or none, and nobody PENDING for ever: seeds from ${first}`, async () => {
  const { failures, total } = await resultOf('seeds');
  expect(failures).toEqual([]);
  expect(total.invoices).toBeGreaterThan(given ? 0 : SEEDS);
  if (!given) expect(total.counts['documents of type T']).toBeGreaterThan(SEEDS / 20);
});

test('tax 6.2: with substitutes too: one document or both with the mark, and nothing untold', async () => {
  const { failures, total } = await resultOf('substitutes');
  expect(failures).toEqual([]);
  const substitutes = ['I', 'T'].map((type) => total.counts[`documents of type ${type} that are substitutes`] ?? 0);
  expect(substitutes.reduce((sum, times) => sum + times, 0)).toBeGreaterThan(ENOUGH);
});

test('tax 5.2: with credit notes too: each document has the sum of its notes, and is reserved by none at the end', async () => {
  const { failures, total } = await resultOf('notes');
  expect(failures).toEqual([]);
  expect(total.counts['documents of type E']).toBeGreaterThan(ENOUGH);
});

test('tax 4.2: receipts of payment, also substituted: one document each, and the ledger of their invoice', async () => {
  const results = [await resultOf('receipts'), await resultOf('substitutedReceipts')];
  expect(results.flatMap(({ failures }) => failures)).toEqual([]);
  expect(results.reduce((documents, { total }) => documents + total.documents, 0)).toBeGreaterThan(RECEIPTS);
});

describe('a rule left out is noticed', () => {
  test('there is a seed for each', () => {
    expect(caughtBefore().map(({ name }) => name)).toEqual(WEAKENINGS.map(({ name }) => name));
  });

  test.each(caughtBefore().slice(0, runs(8, caughtBefore().length)))('$name', async ({ name, seed, violation }) => {
    const weakening = WEAKENINGS.find((one) => one.name === name);
    const failure = await runSeed(seed, weakening);
    expect(failure?.violations).toContain(violation);
    expect(await runSeed(seed, undefined, weakening?.corrections)).toBeUndefined();
  });
});
