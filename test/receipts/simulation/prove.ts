import { join } from 'node:path';
import { type Failure, proveHistories } from '../../proof/histories';
import { type ReceiptHistories, runHistory } from './histories';
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

/** The first seed that notices a weakening. */
async function noticedBy(name: string, most = MOST): Promise<Failure | undefined> {
  const weakening = RECEIPT_WEAKENINGS.find((one) => one.name === name);
  for (let seed = 1; seed <= most; seed += 1) {
    const failure = await runHistory(seed, weakening?.weaken);
    if (failure) return failure;
  }
  return undefined;
}

/** The number of histories that a worker receives at a time. */
const CHUNK = 50;

/** Random histories from a seed on, and how often each refusal, answer and kind of document occurred. */
export const proveReceipts = (all: ReceiptHistories, workers: number): Promise<boolean> =>
  proveHistories({ all, workers, chunk: CHUNK, program: join(__dirname, 'worker.ts'), expected: EXPECTED });

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
