import type { Text } from '../platform/values/text';

/** What a cell of a column holds. A list within a record is JSON in one cell, as in an export. */
type CellType = 'text' | 'number' | 'boolean' | 'json';

/** A field of the body, and the column that names it. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
  readonly type: CellType;
}

/** The fields of a body's schema as columns, nested ones as `a.b`. */
export function* columnsOf(schema: object, path: readonly string[] = []): Generator<Column> {
  if ('wrapped' in schema) yield* columnsOf(Object(schema.wrapped), path);
  else if ('entries' in schema)
    for (const [name, entry] of Object.entries(Object(schema.entries)))
      yield* columnsOf(Object(entry), [...path, name]);
  else yield { name: path.join('.'), path, type: typeOf(schema) };
}

function typeOf(schema: object): CellType {
  const type = 'type' in schema ? schema.type : undefined;
  if (type === 'number' || type === 'boolean') return type;
  return type === 'array' ? 'json' : 'text';
}

/** Our exports put an apostrophe before a text that a spreadsheet would run as a formula. */
const GUARDED = /^'[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const withoutGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * The value of a cell; undefined for an empty one, which leaves the field as it is. A cell that is not of the column's type stays text: the
 * schema of the body then refuses it by the field's name.
 */
function cellValue({ type }: Column, cell: string): unknown {
  const text = withoutGuard(cell);
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (type === 'number') return NUMBER.test(trimmed) ? Number(trimmed) : text;
  if (type === 'boolean') return { true: true, false: false }[trimmed.toLowerCase()] ?? text;
  return type === 'json' ? parsed(trimmed) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The body of a row. `columns` has undefined where a column of an export is no field of the body. */
export function bodyOf(columns: readonly (Column | undefined)[], cells: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const value = column && cellValue(column, cells[index] ?? '');
    if (column && value !== undefined) put(body, column.path, value);
  }
  restoreZero(body);
  if (isRecord(body.address)) restoreZero(body.address);
  return body;
}

/** A spreadsheet reads the postcode 01000 as a number, and saves 1000. Mexican postcodes have five digits. */
function restoreZero(record: Record<string, unknown>): void {
  const { zipCode, country } = record;
  const isMexican = country === undefined || /^m[eé]x/i.test(String(country));
  if (isMexican && typeof zipCode === 'string' && /^\d{4}$/.test(zipCode.trim()))
    record.zipCode = zipCode.trim().padStart(5, '0');
}

function put(target: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[first] = value;
  else put(inner(target, first), rest, value);
}

function inner(target: Record<string, unknown>, name: string): Record<string, unknown> {
  const found = target[name];
  if (isRecord(found)) return found;
  const made: Record<string, unknown> = {};
  target[name] = made;
  return made;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const UNKNOWN_COLUMN = (name: string): Text => ({
  en: `There is no column ${name} in this kind of import. Correct its name, or remove it.`,
  es: `En este tipo de importación no existe la columna ${name}. Corrija su nombre o quítela.`,
});
export const UNNAMED_COLUMN = (number: number): Text => ({
  en: `The column ${number} has no name. Write it into the header row, or remove the column.`,
  es: `La columna ${number} no tiene nombre. Escríbalo en la fila de encabezado o quite la columna.`,
});
export const DUPLICATE_COLUMN = (name: string): Text => ({
  en: `The column ${name} occurs twice. Remove one of them.`,
  es: `La columna ${name} aparece dos veces. Quite una.`,
});
export const MISSING_KEY: Text = {
  en: 'The file has no column externalId. It names the record of each row.',
  es: 'El archivo no tiene la columna externalId, que identifica el registro de cada fila.',
};
