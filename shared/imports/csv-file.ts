import { parse } from 'csv-parse/sync';
import { validationError } from '../platform/errors';
import type { Text } from '../platform/values/text';

/** A row of the file. `number` is that of a spreadsheet, whose first row is the header. */
export type CsvRow = { readonly number: number } & ({ readonly cells: readonly string[] } | { readonly fault: Text });

export interface CsvFile {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

const NOT_UTF8: Text = {
  en: 'The file is not UTF-8. In your spreadsheet, save it as CSV UTF-8, and upload it again.',
  es: 'El archivo no está en UTF-8. En su hoja de cálculo guárdelo como CSV UTF-8 y súbalo de nuevo.',
};
const NO_HEADER: Text = {
  en: 'The file has no header row. Its first row must name the columns.',
  es: 'El archivo no tiene fila de encabezado. Su primera fila debe nombrar las columnas.',
};
const OPEN_QUOTE: Text = {
  en: 'A quote of this row is not closed. Neither this row nor those after it were read.',
  es: 'Unas comillas de esta fila no cierran. No se leyó esta fila ni las siguientes.',
};
const NUL: Text = {
  en: 'This row contains a NUL character. Remove it.',
  es: 'Esta fila contiene un carácter NUL. Quítelo.',
};
const lengthFault = (wanted: number, found: number): Text => ({
  en: `This row has ${found} cells, and the header has ${wanted} columns.`,
  es: `Esta fila tiene ${found} celdas y el encabezado tiene ${wanted} columnas.`,
});

/**
 * Reads a CSV file (RFC 4180): UTF-8 with or without byte order mark, with `,` or `;` between the cells. A row that cannot be read is a fault
 * of that row alone. A quote within a text that is not quoted is a character of it. Rows without any text are left out. Throws VALIDATION_FAILED for the field `key` when the file as a whole cannot be read.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const [first, ...rest] = rowsOf(textOf(bytes));
  if (first === undefined || 'fault' in first || isBlank(first.cells)) throw validationError('key', NO_HEADER);
  const header = first.cells.map((name) => name.trim());
  return { header, rows: rest.filter(isFilled).map((row) => checked(row, header.length)) };
}

/** The text without its byte order mark. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw validationError('key', NOT_UTF8);
  }
}

function rowsOf(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  parse(text, {
    delimiter: delimiterOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    on_record: (cells: string[]) => {
      rows.push({ number: rows.length + 1, cells });
      return null;
    },
    on_skip: () => {
      rows.push({ number: rows.length + 1, fault: OPEN_QUOTE });
      return undefined;
    },
  });
  return rows;
}

/** The separator that the header row has more of, outside of quotes. A header without any is one column. */
function delimiterOf(text: string): ',' | ';' {
  const header = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const count = (one: string) => header.split(one).length;
  return count(';') > count(',') ? ';' : ',';
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
const isFilled = (row: CsvRow): boolean => 'fault' in row || !isBlank(row.cells);

function checked(row: CsvRow, wanted: number): CsvRow {
  if ('fault' in row) return row;
  const { number, cells } = row;
  if (cells.some((cell) => cell.includes('\0'))) return { number, fault: NUL };
  return cells.length === wanted ? row : { number, fault: lengthFault(wanted, cells.length) };
}
