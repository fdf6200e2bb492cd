import { DayOrInstant } from '../platform/values/fields';
import { FAILED_FORMULA, SHORTENED, unguarded } from '../platform/values/spreadsheet-text';
import type { Text } from '../platform/values/text';
import { type DayOrder, dayIn, dayOrderOf } from './dates';

/** What a cell of a column holds. A list within a record is JSON in one cell, as in an export. */
type CellType = 'text' | 'number' | 'boolean' | 'day' | 'json';

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
  if (schema === DayOrInstant) return 'day';
  return type === 'array' ? 'json' : 'text';
}

/** Other programs write a text as a formula, so that a spreadsheet keeps its zeros: ="0042". */
const TEXT_FORMULA = /^="([^"]*)"$/;

/** Our exports put an apostrophe before a text of which a spreadsheet would make something else. */
const textOf = (cell: string): string => TEXT_FORMULA.exec(cell.trim())?.[1] ?? unguarded(cell);

/** A spreadsheet writes 0.0000001 as 1E-07. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:E-\d+)?$/i;
/** Those of a spreadsheet in Spanish too. */
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, verdadero: true, false: false, falso: false };

/**
 * The value of a cell; undefined for an empty one, which leaves the field as it is. A cell that is not of the column's type stays text: the
 * schema of the body then refuses it by the field's name.
 */
function cellValue({ type }: Column, cell: string, order: DayOrder | undefined): unknown {
  const text = textOf(cell);
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (type === 'number') return NUMBER.test(trimmed) ? Number(trimmed) : text;
  if (type === 'boolean') return BOOLEANS[trimmed.toLowerCase()] ?? text;
  if (type === 'day') return dayIn(text, order);
  return type === 'json' ? parsed(trimmed) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The order in which a file writes its days. */
export const orderIn = (columns: readonly (Column | undefined)[], rows: readonly (readonly string[])[]) =>
  dayOrderOf(rows.flatMap((cells) => cells.filter((_, index) => columns[index]?.type === 'day')));

/** The body of a row. `columns` has undefined where a column of an export is no field of the body. */
export function bodyOf(
  columns: readonly (Column | undefined)[],
  cells: readonly string[],
  order: DayOrder | undefined,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const value = column && cellValue(column, cells[index] ?? '', order);
    if (column && value !== undefined) put(body, column.path, value);
  }
  return body;
}

/** The number 1E-05 of a box or a house. No long number is shortened so. */
const WHOLE_CODE = /^\dE-\d+$/i;
/** A number with another mark of decimals, or with marks of thousands, a currency or a percentage. */
const WRITTEN_NUMBER = /^[-$\s]*\d[\d.,\s]*%?$/;

/** The reasons for which the cells of a row are not what the user sees or means. */
export const faultsOf = (
  columns: readonly (Column | undefined)[],
  cells: readonly string[],
): { readonly field: string; readonly message: Text }[] =>
  columns.flatMap((column, index) => {
    const message = column && faultOf(column, (cells[index] ?? '').trim());
    return message ? [{ field: column.name, message }] : [];
  });

function faultOf({ type }: Column, cell: string): Text | undefined {
  if (FAILED_FORMULA.test(cell)) return FORMULA_FAILED;
  const isNumber = type === 'number';
  const isAsMeant = isNumber ? NUMBER.test(cell) : WHOLE_CODE.test(cell);
  if ((type === 'text' || isNumber) && SHORTENED.test(cell) && !isAsMeant) return SHORTENED_NUMBER;
  return isNumber && WRITTEN_NUMBER.test(cell) && !NUMBER.test(cell) ? NUMBER_FORM : undefined;
}

/**
 * The body with the zeros that a spreadsheet dropped: it reads the postcode 01000 as a number, and saves 1000. Mexican postcodes have five digits. A
 * row without a country is of the country that the record has.
 */
export function withZeros(body: Readonly<Record<string, unknown>>, record: object = {}): Record<string, unknown> {
  const { address } = body;
  const stored = 'address' in record && isRecord(record.address) ? record.address : {};
  return { ...restored(body, {}), ...(isRecord(address) && { address: restored(address, stored) }) };
}

function restored(
  sent: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const country = sent.country ?? stored.country;
  const isMexican = country === undefined || /^m[eé]x/i.test(String(country));
  const zeros = ['zipCode', 'postalCode'].flatMap((name) => {
    const postcode = typeof sent[name] === 'string' ? sent[name].trim() : '';
    return isMexican && /^\d{4}$/.test(postcode) ? [[name, postcode.padStart(5, '0')]] : [];
  });
  return { ...sent, ...Object.fromEntries(zeros) };
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

/** The own field of a record. Undefined for any other value. */
export const fieldOf = (record: unknown, field: string): unknown =>
  isRecord(record) && Object.hasOwn(record, field) ? record[field] : undefined;

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
const SHORTENED_NUMBER: Text = {
  en: 'The spreadsheet shortened this number, and its digits are lost. Format the column as text, enter it again, and save the file.',
  es: 'La hoja de cálculo acortó este número y perdió sus dígitos. Dé a la columna formato de texto, captúrelo de nuevo y guarde el archivo.',
};
const FORMULA_FAILED: Text = {
  en: 'A formula of the spreadsheet failed in this cell. Correct it, or empty the cell.',
  es: 'Una fórmula de la hoja de cálculo falló en esta celda. Corríjala o vacíe la celda.',
};
const NUMBER_FORM: Text = {
  en: 'Write the number with a decimal point, and without thousands separators or signs: 1234.50.',
  es: 'Escriba el número con punto decimal, sin separadores de miles ni signos: 1234.50.',
};
export const MISSING_KEY: Text = {
  en: 'The file has no column externalId. It names the record of each row.',
  es: 'El archivo no tiene la columna externalId, que identifica el registro de cada fila.',
};
