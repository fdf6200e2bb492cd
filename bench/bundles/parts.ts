import { packedDocument } from '../../shared/operation/packed-document';

/** An optional part of a bundle, with its size budget in bytes. */
export interface Part {
  readonly name: string;
  /** Matches an input of a bundle that contains the part. */
  readonly shows: RegExp;
  readonly goal: number;
  readonly fail: number;
}

/** The budget of table, tokens and validation, which every function contains. */
export const BASE = { goal: 271_000, fail: 287_000 };

/** The size in a bundle: compressed, in base 64. */
const document = packedDocument().gzip.length;

/** The budget of a bundle is the sum of the base and its parts (docs/decisions/0035). */
export const PARTS: readonly Part[] = [
  { name: 'Cognito', shows: /client-cognito-identity-provider/, goal: 35_000, fail: 40_000 },
  { name: 'a bucket', shows: /client-s3\//, goal: 120_000, fail: 130_000 },
  { name: 'the mail queue', shows: /client-sqs/, goal: 30_000, fail: 35_000 },
  { name: 'calls of functions', shows: /client-lambda/, goal: 25_000, fail: 30_000 },
  { name: 'the stamping provider', shows: /node_modules\/facturapi/, goal: 66_000, fail: 74_000 },
  { name: 'the ledger', shows: /payments\/settle-ledger/, goal: 16_000, fail: 19_000 },
  { name: 'the relay', shows: /trips\/relay-documents/, goal: 12_000, fail: 14_000 },
  { name: 'the alerts about documents', shows: /(stamping|trips)\/invoice-alerts/, goal: 3_000, fail: 4_000 },
  { name: 'the texts of alerts', shows: /alerts\/alert-texts/, goal: 3_000, fail: 4_000 },
  { name: 'the words of records', shows: /table\/word-rows/, goal: 4_000, fail: 7_000 },
  { name: 'the check for deletions', shows: /table\/deletions/, goal: 1_000, fail: 2_000 },
  { name: 'the copy of stops', shows: /trips\/stop-plan/, goal: 10_000, fail: 11_000 },
  { name: 'the overlaps of plans', shows: /trips\/overlaps/, goal: 9_000, fail: 10_000 },
  { name: 'the facts of phones', shows: /trips\/sync-positions/, goal: 20_000, fail: 22_000 },
  { name: 'the working time', shows: /trips\/make-hours/, goal: 18_000, fail: 20_000 },
  { name: 'the proofs that an end asks for', shows: /trips\/missing-proof/, goal: 15_000, fail: 17_000 },
  { name: 'the stops on the way', shows: /trips\/judge-stops/, goal: 5_000, fail: 6_000 },
  { name: 'credit notes', shows: /stamping\/credit-ledger/, goal: 4_000, fail: 6_000 },
  { name: 'receipts of payment', shows: /stamping\/receipt-ledger/, goal: 19_000, fail: 21_000 },
  { name: 'the catalogues', shows: /sat\/packed\.json/, goal: 95_000, fail: 101_000 },
  { name: 'the names of the catalogues', shows: /sat\/names\.json/, goal: 375_000, fail: 400_000 },
  { name: 'the common passwords', shows: /passwords\/common\.json/, goal: 13_000, fail: 16_000 },
  { name: 'the writer of PDF', shows: /node_modules\/pdf-lib/, goal: 430_000, fail: 460_000 },
  { name: 'the reader of CSV files', shows: /csv-parse/, goal: 31_000, fail: 33_000 },
  { name: 'the document', shows: /operation\/packed-document/, goal: document, fail: document + 5_000 },
];

/** The budget of a bundle with these parts. */
export function budgetOf(names: readonly string[]): { readonly goal: number; readonly fail: number } {
  const held = PARTS.filter(({ name }) => names.includes(name));
  return {
    goal: held.reduce((sum, { goal }) => sum + goal, BASE.goal),
    fail: held.reduce((sum, { fail }) => sum + fail, BASE.fail),
  };
}
