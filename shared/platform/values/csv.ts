import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null | undefined;

/** Blanks and marks that nobody sees: a spreadsheet passes over them and finds the formula behind. */
const UNSEEN = /^[\s\p{Cc}\p{Cf}]+/u;

/**
 * Rows as a table that a spreadsheet opens: UTF-8 with its mark, one line each, the columns in the order given. Text that a spreadsheet would
 * take for a formula is preceded by an apostrophe, because names are written by anybody. Source: OWASP, "CSV Injection".
 */
export const csvOf = <const Column extends string>(
  columns: readonly Column[],
  rows: readonly { readonly [C in Column]?: Cell }[],
): string =>
  stringify(
    rows.map((row) => columns.map((column) => cellOf(row[column]))),
    { columns: [...columns], header: true, bom: true, escape_formulas: true, record_delimiter: 'windows' },
  );

const cellOf = (cell: Cell): Cell => (typeof cell === 'string' ? cell.replace(UNSEEN, '') : cell);
