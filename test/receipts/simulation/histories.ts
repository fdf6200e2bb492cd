import type { Failure, Histories, Judged } from '../../proof/histories';
import { brokenPromises, type Item } from '../../resilience/invariants/table';
import { type Counts, History } from './history';
import type { RECEIPT_WEAKENINGS } from './weakenings';

/**
 * Four of five histories are as short as those of tax §4.10, because most faults need few steps: a million of the specification have
 * 3.5 documents and 4.2 collections each. The fifth is long, for faults that need many documents.
 */
const SHORT = 16;
export const LONG = 60;
const stepsOf = (seed: number): number => (seed % 5 === 0 ? LONG : SHORT);

/** What the recount of the whole table finds that belongs to money: the simulation has no members, trips and timelines. */
const OF_MONEY = /ledger|credit|open amount|receivable|found by date|paid amount|keeps/;

export const recounted = (items: readonly Item[]): string[] =>
  brokenPromises(items).filter((sentence) => OF_MONEY.test(sentence));

/** Runs one history; undefined when it has no violation. */
export async function runHistory(
  seed: number,
  weaken?: (typeof RECEIPT_WEAKENINGS)[number]['weaken'],
  counts?: Counts,
  isKilled = false,
  steps = isKilled ? LONG : stepsOf(seed),
): Promise<Failure | undefined> {
  const history = new History(seed, weaken, isKilled);
  const violations = [...(await history.run(steps)), ...(isKilled ? recounted(history.items()) : [])];
  for (const [what, count] of history.counts) counts?.set(what, (counts.get(what) ?? 0) + count);
  for (const [fate, count] of Object.entries(history.provider.fates))
    counts?.set(`answers: ${fate}`, (counts.get(`answers: ${fate}`) ?? 0) + count);
  for (const { body } of history.provider.documents)
    counts?.set(`documents of type ${body.type}`, (counts.get(`documents of type ${body.type}`) ?? 0) + 1);
  return violations.length > 0 ? { seed, violations } : undefined;
}

export interface ReceiptHistories extends Histories {
  readonly isKilled: boolean;
}

export async function judgeHistories({ from, histories, isKilled }: ReceiptHistories): Promise<Judged> {
  const counts: Counts = new Map();
  const failures: Failure[] = [];
  for (let seed = from; seed < from + histories; seed += 1) {
    const failure = await runHistory(seed, undefined, counts, isKilled);
    if (failure) failures.push(failure);
  }
  return { histories, failures, counts: [...counts] };
}
