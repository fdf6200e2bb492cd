import * as v from 'valibot';
import { refuseTooLarge } from '../platform/table/answer-size';
import { type Cell, csvOf } from '../platform/values/csv';
import type { HttpAnswer, ServedEvent } from './http';

/** A page of an export has at most this many rows. */
const MOST_ROWS = 1000;
/** A numbered page holds whole documents, so it stays as small as in JSON. */
const MOST_NUMBERED = 50;

const TOO_LARGE = {
  en: 'These rows are too large for one answer. Send a limit.',
  es: 'Estas filas son demasiado grandes para una sola respuesta. Envíe un limit.',
};

/** A field with one of these names is never exported: its value lets a person enter a team or act for it. */
const SECRETS = ['joinCode', 'token', 'secret', 'key', 'password'];

type ListSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
type Query = Readonly<Record<string, unknown>>;
type Request = Pick<ServedEvent, 'queryStringParameters' | 'rawPath'>;

/** Answers a request for `text/csv`. `read` answers the list with another query. */
export type CsvExport = (
  request: Request,
  query: unknown,
  read: (query: unknown) => Promise<unknown>,
) => Promise<Pick<HttpAnswer, 'body' | 'headers'>>;

/** The output of a list: JSON, and for `Accept: text/csv` a table whose columns are the fields of its records. */
export const listAnswer = <const O extends ListSchema>(body: O, hidden: readonly string[] = []) => ({
  status: 200 as const,
  body,
  hidden,
  exported: ((request, query, read) => exportList(tableOf(body, hidden), request, query, read)) satisfies CsvExport,
});

/** The columns of a list, and where its records are. */
interface Table {
  readonly plural: string;
  readonly isNumbered: boolean;
  readonly fields: readonly Field[];
}

interface Field {
  readonly column: string;
  readonly path: readonly string[];
}

/** The fields of a list's records in their order, nested ones as `a.b`. A list within a record is one column. `hidden` fields have none. */
export function tableOf({ entries }: ListSchema, hidden: readonly string[] = []): Table {
  for (const [plural, entry] of Object.entries(entries)) {
    if (!('item' in entry)) continue;
    const fields = [...fieldsOf(Object(entry.item), [...SECRETS, ...hidden])];
    return { plural, isNumbered: 'pagination' in entries, fields };
  }
  throw new Error('A list answers an array.');
}

function* fieldsOf(schema: object, hidden: readonly string[], path: readonly string[] = []): Generator<Field> {
  if ('wrapped' in schema) {
    yield* fieldsOf(Object(schema.wrapped), hidden, path);
  } else if ('entries' in schema) {
    for (const [name, entry] of Object.entries(Object(schema.entries)))
      if (!hidden.includes(name)) yield* fieldsOf(Object(entry), hidden, [...path, name]);
  } else yield { column: path.join('.'), path };
}

async function exportList(
  { plural, isNumbered, fields }: Table,
  { queryStringParameters: sent = {}, rawPath }: Request,
  query: unknown,
  read: (query: unknown) => Promise<unknown>,
): Promise<Pick<HttpAnswer, 'body' | 'headers'>> {
  const given: Query = Object(query);
  const isOpen = 'limit' in given && sent.limit === undefined;
  const page = await read(isOpen ? { ...given, limit: isNumbered ? MOST_NUMBERED : MOST_ROWS } : given);
  const rows = v.parse(v.array(v.unknown()), Object(page)[plural]);
  // A list without pages is cut into numbered ones.
  const number = isNumbered ? 1 : Number(/^[1-9]\d{0,5}$/.exec(sent.page ?? '')?.[0] ?? 1);
  const shown = rows.slice((number - 1) * MOST_ROWS, number * MOST_ROWS);
  refuseTooLarge(shown, 'limit', TOO_LARGE);
  const next = rows.length > number * MOST_ROWS ? { page: number + 1 } : nextOf(page);
  const isContinued = [sent.cursor, sent.after].some((place) => place !== undefined) || Number(sent.page ?? 1) > 1;
  return {
    body: csvOf(
      fields.map(({ column }) => column),
      shown.map((row) => Object.fromEntries(fields.map(({ column, path }) => [column, cellOf(path, row)]))),
      { isContinued },
    ),
    ...(next && { headers: { Link: `<${rawPath}?${searchOf({ ...sent, ...next })}>; rel="next"` } }),
  };
}

function searchOf(parameters: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, String(value));
  return search.toString();
}

/** What the query of the next page has besides that of this one. Undefined on the last page. */
function nextOf(page: unknown): Query | undefined {
  const { nextCursor, pagination, hasMore, after } = v.parse(Place, page);
  if (typeof nextCursor === 'string') return { cursor: nextCursor };
  if (pagination?.hasMore) return { page: pagination.page + 1 };
  return hasMore ? { after } : undefined;
}
const Place = v.object({
  nextCursor: v.optional(v.nullable(v.string())),
  pagination: v.optional(v.object({ page: v.number(), hasMore: v.boolean() })),
  hasMore: v.optional(v.boolean()),
  after: v.optional(v.nullable(v.string())),
});

function cellOf(path: readonly string[], row: unknown): Cell {
  const value: unknown = path.reduce<unknown>((part, name) => Object(part ?? {})[name], row);
  if (value === undefined || value === null) return null;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}
