import * as v from 'valibot';
import { validateBody } from '../operation/validate';
import { AppError, ERRORS } from '../platform/errors';
import { ExternalId } from '../platform/values/external-id';
import { asTyped } from '../platform/values/sent-text';
import { asIs, type Text } from '../platform/values/text';
import { bodyOf, type Column, faultsOf, fieldOf, isRecord, orderIn } from './columns';
import type { CsvFile, CsvRow } from './csv-file';
import type { DayOrder } from './dates';
import { type KindRules, keyColumn } from './kinds';
import type { RowError } from './results';

/** A row that may be written: its body, and the keys of the records that it refers to, by the field of their ids. */
export interface PreparedRow {
  readonly row: number;
  readonly externalId: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly references: ReadonlyMap<string, string>;
  /** The value of the kind's unique field, as it is compared. */
  readonly uniqueName?: string | undefined;
  /** An earlier row of the file with that value. */
  readonly sameNameAs?: number | undefined;
}

interface RefusedRow {
  readonly row: number;
  readonly externalId?: string | undefined;
  readonly errors: readonly RowError[];
}

export type FileRow = PreparedRow | RefusedRow;
export const isRefused = (row: FileRow): row is RefusedRow => 'errors' in row;

const KEY_REQUIRED: Text = {
  en: 'Each row needs an externalId of 1 to 100 visible ASCII characters, without blanks.',
  es: 'Cada fila necesita un externalId de 1 a 100 caracteres ASCII visibles, sin espacios.',
};
const sameAs = (row: number): Text => ({
  en: `Row ${row} has the same externalId. Keep one of them.`,
  es: `La fila ${row} tiene el mismo externalId. Deje solo una.`,
});

/** All rows of a file in their order. The second row with a key is refused, so that the order of rows decides nothing. */
export function prepareRows(rules: KindRules, { rows }: CsvFile, columns: readonly (Column | undefined)[]): FileRow[] {
  const keys = new Map<string, number>();
  const names = new Map<string, number>();
  const order = orderIn(
    columns,
    rows.map((row) => ('fault' in row ? [] : row.cells)),
  );
  return rows.map((row) => {
    const prepared = prepareRow(rules, row, columns, order);
    if (isRefused(prepared)) return prepared;
    const { externalId, uniqueName } = prepared;
    const earlier = keys.get(externalId);
    if (earlier !== undefined)
      return { row: row.number, externalId, errors: [{ field: 'externalId', message: sameAs(earlier) }] };
    keys.set(externalId, row.number);
    if (uniqueName === undefined) return prepared;
    const sameNameAs = names.get(uniqueName);
    if (sameNameAs === undefined) names.set(uniqueName, row.number);
    return { ...prepared, sameNameAs };
  });
}

/** A key without the blanks, line ends and invisible characters beside it, which cannot be seen in a spreadsheet. */
const withoutBlanks = (key: string): string => key.replace(/^[\p{Z}\p{Cf}\t\r\n]+|[\p{Z}\p{Cf}\t\r\n]+$/gu, '');

function prepareRow(
  { body: schema, references, unique }: KindRules,
  row: CsvRow,
  columns: readonly (Column | undefined)[],
  order: DayOrder | undefined,
): FileRow {
  const { number } = row;
  if ('fault' in row) return { row: number, errors: [{ message: row.fault }] };
  const body = bodyOf(columns, row.cells, order);
  if (typeof body.externalId === 'string') body.externalId = withoutBlanks(body.externalId);
  const { externalId } = body;
  const faults = faultsOf(columns, row.cells);
  const hasKey = v.is(ExternalId, externalId) && faults.every(({ field }) => field !== 'externalId');
  if (faults.length > 0) return { row: number, ...(hasKey && { externalId }), errors: faults };
  if (!v.is(ExternalId, externalId)) return { row: number, errors: [{ field: 'externalId', message: KEY_REQUIRED }] };
  const named = new Map<string, string>();
  for (const field of Object.keys(references)) {
    const sent = body[keyColumn(field)];
    delete body[keyColumn(field)];
    if (typeof sent === 'string') named.set(field, withoutBlanks(sent));
    const id = body[field];
    if (typeof id === 'string') body[field] = withoutBlanks(id).toLowerCase();
  }
  const name = unique && fieldOf(asTyped(schema, body), unique.field);
  const uniqueName = typeof name === 'string' ? unique?.normal(name) : undefined;
  return { row: number, externalId, body, references: named, uniqueName };
}

/** A body that is not valid, with all reasons in both languages. */
export class RowRefused extends Error {
  constructor(readonly errors: readonly RowError[]) {
    super('A row of an import was refused.');
  }
}

/** Checks a body as its operation does. */
export function checkedBody<S extends v.GenericSchema<unknown, object>>(schema: S, body: object): v.InferOutput<S> {
  const english = attempt(schema, body, 'en');
  if (!(english instanceof AppError)) return english;
  const spanish = attempt(schema, body, 'es');
  throw new RowRefused(bothOf(english, spanish instanceof AppError ? spanish : english));
}

function attempt<S extends v.GenericSchema<unknown, object>>(
  schema: S,
  body: object,
  lang: keyof Text,
): v.InferOutput<S> | AppError {
  try {
    return validateBody(schema, body, lang);
  } catch (failure) {
    if (failure instanceof AppError) return failure;
    throw failure;
  }
}

const OneError = v.object({ field: v.optional(v.string()), message: v.string() });

function bothOf(english: AppError, spanish: AppError): RowError[] {
  const [en, es] = [english, spanish].map(({ errors = [] }) => errors.map((one) => v.parse(OneError, one)));
  return (en ?? []).map(({ field, message }, index) => ({
    field,
    message: { ...asIs(message), es: es?.[index]?.message ?? message },
  }));
}

/** The reasons of a refusal. Undefined for a fault of the service, after which the row is tried again. */
export function errorsOf(failure: unknown): readonly RowError[] | undefined {
  if (failure instanceof RowRefused) return failure.errors;
  if (!(failure instanceof AppError) || ERRORS[failure.code].status >= 500) return undefined;
  return failure.code === 'TOO_MANY_REQUESTS' ? undefined : [{ field: failure.field, message: failure.text }];
}

/**
 * The fields that differ from the record. An empty cell is no field, so that it changes nothing. A nested object keeps the fields that the row
 * leaves empty, also those for which the schema has a default: the country of an address.
 */
export function changedFields(
  record: object,
  sent: object,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const present = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(
    Object.entries(sent).flatMap(([field, value]) => {
      if (value === undefined) return [];
      const found = present.get(field);
      const merged = isRecord(value) && isRecord(found) ? { ...found, ...namedIn(row[field], value) } : value;
      return isSame(found, merged) ? [] : [[field, merged]];
    }),
  );
}

/** The fields of a nested object that the row names. */
const namedIn = (row: unknown, value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => isRecord(row) && name in row));

function isSame(one: unknown, other: unknown): boolean {
  if (isRecord(one) && isRecord(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => isSame(one[name], other[name]));
  }
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  return (one ?? null) === (other ?? null);
}
