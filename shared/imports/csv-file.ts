import { parse } from 'csv-parse/sync';
import { validationError } from '../platform/errors';
import type { Text } from '../platform/values/text';
import { MOST_IMPORT_ROWS } from './import';

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
const TOO_MANY_ROWS: Text = {
  en: `The file has more than ${MOST_IMPORT_ROWS} rows. Send at most ${MOST_IMPORT_ROWS} in one file.`,
  es: `El archivo tiene más de ${MOST_IMPORT_ROWS} filas. Envíe como máximo ${MOST_IMPORT_ROWS} en un archivo.`,
};
const MOST_BLANK_ROWS = 20_000;
const TOO_MANY_BLANK_ROWS: Text = {
  en: `The file has more than ${MOST_BLANK_ROWS} rows without text. Remove them.`,
  es: `El archivo tiene más de ${MOST_BLANK_ROWS} filas sin texto. Quítelas.`,
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
 * Reads a CSV file (RFC 4180): UTF-8 with or without byte order mark, with `,`, `;` or a tab between the cells. A row that cannot be read is a fault
 * of that row alone. A quote within a text that is not quoted is a character of it. Rows without any text, and columns without any at the end, are left out. A
 * row may end before its last columns. Throws VALIDATION_FAILED for the field `key` when the file as a whole cannot be read, or has too many rows.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const [first, ...rest] = rowsOf(textOf(bytes));
  if (first === undefined || first.number > 1 || 'fault' in first) throw validationError('key', NO_HEADER);
  const names = first.cells.map((name) => name.replace(UNSEEN, '').trim());
  const header = names.slice(0, names.findLastIndex((name) => name !== '') + 1);
  // UTF-16 without a mark is UTF-8 with a NUL after each letter.
  if (header.some((name) => name.includes('\0'))) throw validationError('key', NOT_UTF8);
  return { header, rows: rest.map((row) => checked(row, header.length)) };
}

/** The text without its byte order mark. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw validationError('key', NOT_UTF8);
  }
}

/**
 * The rows that have text, with the header. It stops at the first row too many, because a small file can have millions of rows. The parser
 * makes an error of each row with another length than the first, which is slow: rows of separators alone have their own limit.
 */
function rowsOf(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let read = 0;
  const add = (row: { cells: string[] } | { fault: Text }, emptyLines: number): void => {
    read += 1;
    if (read - rows.length > MOST_BLANK_ROWS) throw validationError('key', TOO_MANY_BLANK_ROWS);
    if ('cells' in row && isBlank(row.cells)) return;
    if (rows.length > MOST_IMPORT_ROWS) throw validationError('key', TOO_MANY_ROWS);
    rows.push({ number: read + emptyLines, ...row });
  };
  const [line, delimiter] = SEPARATOR_LINE.exec(text) ?? [''];
  const table = text.slice(line.length);
  const separators = separatorsOf(table);
  parse(table, {
    ...separators,
    delimiter: delimiter ?? separators.delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // Programs write a blank between a separator and a quote.
    ltrim: true,
    on_record: (cells: string[], { empty_lines }) => {
      add({ cells }, empty_lines);
      return null;
    },
    on_skip: (failure) => {
      add({ fault: OPEN_QUOTE }, Number(failure?.empty_lines ?? 0));
      return undefined;
    },
  });
  return rows;
}

/** The first line by which Excel knows the separator. It does not show it, so it has no number either. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?(?:\r\n|\n|\r)/i;

/**
 * The separator that the header row has most of, outside of quotes, and the ends of rows. A header without any separator is one column. The
 * parser would look for the end of rows at each character of a long header. Programs that append to a file of another system mix them; a
 * carriage return alone ends rows only where it ends the header.
 */
function separatorsOf(text: string) {
  const row = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '';
  const header = row.replace(/"(?:[^"]|"")*"/g, '');
  const count = (one: string) => header.split(one).length;
  const isOldMac = /^\r(?!\n)/.test(text.slice(row.length, row.length + 2));
  return {
    delimiter: [';', '\t'].reduce((most, one) => (count(one) > count(most) ? one : most), ','),
    record_delimiter: ['\r\n', '\n', ...(isOldMac ? ['\r'] : [])],
  };
}

/** Characters that are not seen, such as the mark of direction before a name that was copied. No name of a column has one. */
const UNSEEN = /\p{Cf}/gu;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

function checked(row: CsvRow, wanted: number): CsvRow {
  if ('fault' in row) return row;
  const { number, cells } = row;
  if (cells.some((cell) => cell.includes('\0'))) return { number, fault: NUL };
  if (!isBlank(cells.slice(wanted))) return { number, fault: lengthFault(wanted, cells.length) };
  return { number, cells: Array.from({ length: wanted }, (_, index) => cells[index] ?? '') };
}
