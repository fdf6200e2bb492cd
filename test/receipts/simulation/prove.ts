import { loadavg } from 'node:os';
import { join } from 'node:path';
import { share } from '../../proof/share';
import { tellCounts } from '../../proof/tally';
import { type Failure, type Histories, type Judged, runHistory } from './histories';
import type { Counts } from './history';
import { RECEIPT_WEAKENINGS } from './weakenings';

/** Each kind of document and answer, and each refusal that the histories met. A full run fails when one is rare or missing. */
const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  cancelInvoice: ['LATER_DOCUMENTS', 'SUBSTITUTE_EXISTS'],
  createCollection: ['VALIDATION_FAILED'],
  createCreditNote: ['INVOICE_STATUS', 'VALIDATION_FAILED'],
  createReceipt: ['DOCUMENT_PENDING', 'NOTHING_TO_RECEIPT', 'VALIDATION_FAILED'],
  stampInvoice: ['DOCUMENT_PENDING', 'INVOICE_NOT_READY', 'LATER_DOCUMENTS', 'PROVIDER_ERROR'],
  substituteInvoice: ['LATER_DOCUMENTS', 'SUBSTITUTE_EXISTS'],
  voidCollection: ['NOT_FOUND', 'PAYMENT_HAS_RECEIPT'],
};
const EXPECTED = [
  ...['I', 'E', 'P'].map((type) => `documents of type ${type}`),
  ...['stamped', 'refused', 'late', 'never'].map((fate) => `answers: ${fate}`),
  ...Object.entries(REFUSALS).flatMap(([operation, codes]) => codes.map((code) => `${operation}: ${code}`)),
];

/** Each weakening must be noticed within so many histories. */
const MOST = 15_000;
const TOLD_EVERY_MS = 10_000;

/** The first seed that notices a weakening. */
export async function noticedBy(name: string, most = MOST): Promise<Failure | undefined> {
  const weakening = RECEIPT_WEAKENINGS.find((one) => one.name === name);
  for (let seed = 1; seed <= most; seed += 1) {
    const failure = await runHistory(seed, weakening?.weaken);
    if (failure) return failure;
  }
  return undefined;
}

/** The number of histories that a worker receives at a time. */
const CHUNK = 50;
/** Random histories from a seed on, and how often each refusal, answer and kind of document occurred. SIGTERM ends the run early. */
export async function proveReceipts(all: Histories, workers: number): Promise<boolean> {
  const began = Date.now();
  const counts: Counts = new Map();
  let [failed, done, told, isStopped] = [0, 0, began, false];
  process.once('SIGTERM', () => {
    isStopped = true;
  });
  const take = (judged: Judged & { readonly histories: number }) => {
    failed += judged.failures.length;
    done += judged.histories;
    for (const { seed, violations } of judged.failures) console.log(`SEED=${seed}: ${violations.join('; ')}`);
    for (const [what, count] of judged.counts) counts.set(what, (counts.get(what) ?? 0) + count);
    if (Date.now() - told < TOLD_EVERY_MS) return;
    told = Date.now();
    console.log(`${done} of ${all.histories} histories, ${failed} failed`);
  };
  const program = join(__dirname, 'worker.ts');
  await share(
    chunks(all, () => isStopped),
    workers,
    take,
    program,
  );
  const seconds = (Date.now() - began) / 1000;
  if (isStopped) console.log(`Stopped before the end: ${done} of ${all.histories}.`);
  console.log(
    `Node ${process.version}: ${done} histories from seed ${all.from} in ${Math.round(seconds)} s: ${Math.round(done / seconds)} a second with ${workers} workers, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const rare = tellCounts(Object.fromEntries(counts), EXPECTED, done);
  const isProved = failed + rare.length === 0;
  console.log(isProved ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return isProved;
}

function* chunks({ from, histories, isKilled }: Histories, isStopped: () => boolean): Generator<Histories> {
  for (let at = from; at < from + histories && !isStopped(); at += CHUNK)
    yield { from: at, histories: Math.min(CHUNK, from + histories - at), isKilled };
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
