import { stringify } from 'csv-stringify/sync';
import * as v from 'valibot';
import { guarded } from './spreadsheet-text';
import type { Language } from './text';

/** Query of reports that answer CSV also without an Accept header, as a link in a page needs. */
export const FormatQuery = {
  format: v.optional(
    v.pipe(
      v.picklist(['json', 'csv']),
      v.description('The format of the answer. Without it the Accept header decides.'),
    ),
  ),
};

export type Cell = string | number | null | undefined;
type Row<Column extends string> = { readonly [C in Column]?: Cell };

interface CsvForm {
  /** The header line. Default: the columns. */
  readonly names?: readonly string[];
  /** A further page, which is appended to the first one: it has neither byte order mark nor header line. */
  readonly isContinued?: boolean;
}

/** Blanks and invisible characters. A spreadsheet ignores them and runs the formula behind them. */
const UNSEEN = /^[\s\p{Cc}\p{Cf}]+/u;

/**
 * Rows as CSV for spreadsheets: UTF-8 with byte order mark, one line per row, columns in the given order. Text that a
 * spreadsheet would run as a formula, or read as a number or a failed formula, gets an apostrophe, because users write the names. Every text is
 * quoted: where a semicolon separates cells, the text `Ana;=1+1` would otherwise open a cell with a formula. Source:
 * OWASP, "CSV Injection".
 */
export const csvOf = <const Column extends string>(
  columns: readonly Column[],
  rows: readonly Row<Column>[],
  { names = columns, isContinued = false }: CsvForm = {},
): string =>
  stringify(
    rows.map((row) => columns.map((column) => cellOf(row[column]))),
    {
      columns: [...names],
      header: !isContinued,
      bom: !isContinued,
      quoted_string: true,
      cast: { number: digitsOf },
      record_delimiter: 'windows',
    },
  );

const cellOf = (cell: Cell): Cell => (typeof cell === 'string' ? guarded(cell.replace(UNSEEN, '')) : cell);

/** A number without an exponent: 0.0000001, not 1e-7. */
function digitsOf(value: number): string {
  const [, sign = '', first = '', fraction = '', exponent] = EXPONENT.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const digits = first + fraction;
  const point = Number(exponent) + 1;
  return sign + (point > 0 ? digits.padEnd(point, '0') : `0.${'0'.repeat(-point)}${digits}`);
}
const EXPONENT = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** A report as CSV: {@link csvOf}, with Spanish names of its columns for a reader of Spanish. */
export const reportCsvOf = <const Column extends string>(
  columns: readonly (readonly [field: Column, es: string])[],
  rows: readonly Row<Column>[],
  language: Language,
): string =>
  csvOf(
    columns.map(([field]) => field),
    rows,
    { names: columns.map(([field, es]) => (language === 'es' ? es : field)) },
  );
