import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMPOSSIBLE_ROWS } from './impossible-rows';
import { INVOICE_ROWS } from './invoice-rows';
import { LATER_ROWS } from './later-rows';
import type { Row } from './row';
import { TRANSPORT_ROWS } from './transport-rows';

/** All rows that have a check. */
export const ROWS: readonly Row[] = [...INVOICE_ROWS, ...TRANSPORT_ROWS, ...IMPOSSIBLE_ROWS, ...LATER_ROWS];

/** The matrix: code and break of each row, with its result. */
export const MATRIX: readonly { readonly name: string; readonly result: string }[] = readFileSync(
  join(__dirname, '..', 'data', 'rule-matrix.tsv'),
  'utf8',
)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [code, broken, result = ''] = line.split('\t');
    return { name: `${code} ${broken}`, result };
  });
