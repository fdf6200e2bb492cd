import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something that a function may hold beside what every function has, and what it may weigh in bytes. */
export interface Part {
  readonly name: string;
  /** What of the bundle's inputs shows it. */
  readonly shows: RegExp;
  readonly goal: number;
  readonly fail: number;
}

/** Table, tokens and validation, which every function has. */
export const BASE = { goal: 245_000, fail: 260_000 };

/** As a bundle has it: without line ends and indentation. */
const document = Buffer.byteLength(
  JSON.stringify(JSON.parse(readFileSync(join(__dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'))),
);

/** docs/decisions/0035: the budget of a bundle is the base's and that of each part it holds. */
export const PARTS: readonly Part[] = [
  { name: 'Cognito', shows: /client-cognito-identity-provider/, goal: 35_000, fail: 40_000 },
  { name: 'a bucket', shows: /client-s3\//, goal: 120_000, fail: 130_000 },
  { name: 'the mail queue', shows: /client-sqs/, goal: 30_000, fail: 35_000 },
  { name: 'the stamping provider', shows: /node_modules\/facturapi/, goal: 65_000, fail: 70_000 },
  { name: 'the catalogues', shows: /sat\/packed\.json/, goal: 75_000, fail: 80_000 },
  { name: 'the document', shows: /docs\/openapi\.json/, goal: document, fail: document + 5_000 },
];

/** The budget of a bundle that holds these parts. */
export function budgetOf(names: readonly string[]): { readonly goal: number; readonly fail: number } {
  const held = PARTS.filter(({ name }) => names.includes(name));
  return {
    goal: held.reduce((sum, { goal }) => sum + goal, BASE.goal),
    fail: held.reduce((sum, { fail }) => sum + fail, BASE.fail),
  };
}
