import * as v from 'valibot';
import { Line, Whole } from './fields';
import { said } from './text';

const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 200;
const LIMIT_MESSAGE = said({
  en: `Send a whole number from 1 to ${MAXIMUM_LIMIT}.`,
  es: `Envíe un número entero del 1 al ${MAXIMUM_LIMIT}.`,
});

/** Query of every list with pages. */
export const PageQuery = {
  limit: v.optional(
    v.pipe(
      v.string(LIMIT_MESSAGE),
      v.regex(/^\d{1,3}$/, LIMIT_MESSAGE),
      v.metadata({ type: 'integer', minimum: 1, maximum: MAXIMUM_LIMIT }),
      v.transform(Number),
      v.minValue(1, LIMIT_MESSAGE),
      v.maxValue(MAXIMUM_LIMIT, LIMIT_MESSAGE),
      v.description('The most records to answer.'),
    ),
    String(DEFAULT_LIMIT),
  ),
  cursor: v.optional(v.pipe(Line(2000, 1), v.description('`nextCursor` of the page before, with the same filters.'))),
};

export interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Answer of every list with pages: the records under their plural name, their number, and the cursor of the next page.
 */
export const listOf = <const Plural extends string, const S extends v.GenericSchema>(plural: Plural, record: S) => {
  // The cast is needed because the compiler widens a computed key to `string`.
  const records = { [plural]: v.array(record) } as Record<Plural, v.ArraySchema<S, undefined>>;
  return v.object({
    ...records,
    /** The number of records on this page. */
    count: Whole,
    /** Send it as `cursor` for the next page, with the same filters. null on the last page. */
    nextCursor: v.nullable(v.string()),
    /** The number of all records of the list, on a page that has them all. Absent where counting them would cost a read. */
    total: v.optional(Whole),
  });
};
