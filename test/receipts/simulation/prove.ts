import { brokenPromises, type Item } from '../../resilience/invariants/table';
import { type Counts, History } from './history';
import { RECEIPT_WEAKENINGS } from './weakenings';

export const STEPS = 60;
/** Each weakening must be noticed within so many histories. */
const MOST = 15_000;
const TOLD_EVERY_MS = 10_000;

/** What the recount of the whole table finds that belongs to money: the simulation has no members, trips and timelines. */
const OF_MONEY = /ledger|credit|open amount|receivable|found by date|paid amount|keeps/;

export const recounted = (items: readonly Item[]): string[] =>
  brokenPromises(items).filter((sentence) => OF_MONEY.test(sentence));

export interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

/** Runs one history; undefined when it has no violation. */
export async function runHistory(
  seed: number,
  weaken?: (typeof RECEIPT_WEAKENINGS)[number]['weaken'],
  counts?: Counts,
  isKilled = false,
): Promise<Failure | undefined> {
  const history = new History(seed, weaken, isKilled);
  const violations = [...(await history.run(STEPS)), ...(isKilled ? recounted(history.items()) : [])];
  for (const [what, count] of history.counts) counts?.set(what, (counts.get(what) ?? 0) + count);
  for (const [fate, count] of Object.entries(history.provider.fates))
    counts?.set(`answers: ${fate}`, (counts.get(`answers: ${fate}`) ?? 0) + count);
  for (const { body } of history.provider.documents)
    counts?.set(`documents of type ${body.type}`, (counts.get(`documents of type ${body.type}`) ?? 0) + 1);
  return violations.length > 0 ? { seed, violations } : undefined;
}

/** The first seed that notices a weakening. */
export async function noticedBy(name: string, most = MOST): Promise<Failure | undefined> {
  const weakening = RECEIPT_WEAKENINGS.find((one) => one.name === name);
  for (let seed = 1; seed <= most; seed += 1) {
    const failure = await runHistory(seed, weakening?.weaken);
    if (failure) return failure;
  }
  return undefined;
}

/** Random histories from a seed on, and how often each refusal, answer and kind of document occurred. */
export async function proveReceipts(histories: number, from = 1, isKilled = false): Promise<boolean> {
  const began = Date.now();
  const counts: Counts = new Map();
  let [failed, told] = [0, began];
  for (let seed = from; seed < from + histories; seed += 1) {
    const failure = await runHistory(seed, undefined, counts, isKilled);
    if (failure) {
      failed += 1;
      console.log(`SEED=${seed}: ${failure.violations.join('; ')}`);
    }
    if (Date.now() - told < TOLD_EVERY_MS) continue;
    told = Date.now();
    console.log(`${seed - from + 1} of ${histories} histories, ${failed} failed`);
  }
  const seconds = (Date.now() - began) / 1000;
  console.log(`${histories} histories in ${Math.round(seconds)} s: ${Math.round(histories / seconds)} a second`);
  for (const [what, count] of [...counts].sort()) console.log(`${count}  ${what}`);
  const rare = [...counts].filter(([, count]) => count < 100);
  if (histories >= 10_000 && rare.length > 0)
    console.log(`Less than 100 times: ${rare.map(([what]) => what).join(', ')}`);
  console.log(failed === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return failed === 0;
}

export async function proveReceiptWeakenings(): Promise<boolean> {
  let missed = 0;
  for (const { name } of RECEIPT_WEAKENINGS) {
    const failure = await noticedBy(name);
    if (failure === undefined) missed += 1;
    console.log(`${name}: ${failure ? `seed ${failure.seed}: ${failure.violations[0]}` : 'NOT NOTICED'}`);
  }
  console.log(`${RECEIPT_WEAKENINGS.length - missed} passed, ${missed} failed`);
  return missed === 0;
}
