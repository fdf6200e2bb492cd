import * as v from 'valibot';

/** Building blocks of every schema. Bounds: docs/spec/interface.md §8 where it gives one, else docs/spec/rulings.md §1. */

const LINE = /^\P{Cc}*$/u;
const LINES = /^(?:\P{Cc}|[\n\r\t])*$/u;

const text = (controls: RegExp, maximum: number, minimum: number) =>
  v.pipe(
    v.string('Send text.'),
    v.minCodePoints(minimum, minimum === 1 ? 'This cannot be empty.' : `Send at least ${minimum} characters.`),
    v.maxCodePoints(maximum, `Send at most ${maximum} characters.`),
    v.regex(controls, 'Remove the control characters.'),
    v.check((value) => value.isWellFormed(), 'Remove the broken characters (lone surrogates).'),
  );

/** One line of text: no control characters, well-formed, counted in Unicode code points. */
export const Line = (maximum = 2000, minimum = 0) => text(LINE, maximum, minimum);

/** Text of several lines, as notes are: line breaks and tabs are the only control characters. */
export const Lines = (maximum = 2000, minimum = 0) => text(LINES, maximum, minimum);

/** Any UUID, answered and stored in lower case so that one identifier has one key. */
export const Uuid = v.pipe(v.string('Send a UUID.'), v.uuid('Send a UUID.'), v.toLowerCase());

/** A nullable field of the interface: always present in answers, null when empty. */
export const nullable = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);

/** A nullable text. An empty one is none: it is kept and answered as null. */
export const nullableText = <const S extends v.GenericSchema<string>>(schema: S) =>
  v.pipe(
    nullable(schema),
    v.transform((text) => (text === '' ? null : text)),
  );

/** A record without its empty texts: empty fields are omitted. */
export const withoutEmptyTexts = <T extends object>(record: T): T => ({
  ...record,
  ...Object.fromEntries(emptyTextsOf(record).map((field) => [field, undefined])),
});

/** The fields that hold an empty text. */
export const emptyTextsOf = (record: object): string[] =>
  Object.entries(record).flatMap(([field, value]) => (value === '' ? [field] : []));

/** An object that no list passes for: where every field may be left out, `v.object` alone would take one. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries): v.ObjectSchema<Entries, string> {
  const schema = v.object(entries, 'Send an object.');
  return {
    ...schema,
    '~run': (dataset, config) =>
      schema['~run'](Array.isArray(dataset.value) ? { ...dataset, value: null } : dataset, config),
  };
}

const EMAIL_PARTS = /^[^\s\p{Cc}@"(),:;<>[\\\]]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/u;

/** An e-mail address, at most 254 characters, folded to lower case: one mailbox is one account. */
export const Email = v.pipe(
  v.string('Send an e-mail address.'),
  v.maxLength(254, 'Send at most 254 characters.'),
  v.toLowerCase(),
  v.check(
    (value) => EMAIL_PARTS.test(value) && value.isWellFormed(),
    'Send an e-mail address, such as ana@empresa.mx.',
  ),
  v.metadata({ format: 'email' }),
);

const INSTANT = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** No format of JSON Schema says either of two; their pattern does. */
const DAY_OR_INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;
/** An instant of this length has its milliseconds and is in UTC: as it is stored, and as every record that is read holds several. */
const STORED_LENGTH = '2026-03-01T08:30:00.000Z'.length;
/** Every month has so many; only a later day needs the calendar. */
const SHORTEST_MONTH = 28;

/** True for a day that the calendar has: 2026-02-29 is none. */
export function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  if (Number(value.slice(8)) <= SHORTEST_MONTH) return true;
  return new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);
}

export const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** True for an ISO 8601 date-time with its zone, whose year is of four digits in UTC too: it is stored so, and must parse again. */
export function isInstant(value: string): boolean {
  if (!INSTANT.test(value) || !isDay(value.slice(0, 10))) return false;
  const milliseconds = Date.parse(value);
  return milliseconds >= FIRST_INSTANT && milliseconds <= LAST_INSTANT;
}

/** A date-time with zone, answered and stored as UTC with milliseconds. */
export const Instant = v.pipe(
  v.string('Send a date-time.'),
  v.check(isInstant, 'Send a date-time with its zone, such as 2026-03-01T08:30:00Z.'),
  // Before the change of its form: what is sent has the format as well.
  v.metadata({ format: 'date-time' }),
  v.transform((value) => (value.length === STORED_LENGTH ? value : new Date(value).toISOString())),
);

/** A date whose format the interface does not state: YYYY-MM-DD or a date-time, stored as sent. */
export const DayOrInstant = v.pipe(
  v.string('Send a date.'),
  v.regex(DAY_OR_INSTANT, 'Send a date, such as 2026-03-01, or a date-time.'),
  v.check((value) => isDay(value) || isInstant(value), 'Send a day that the calendar has.'),
);

/** A whole number of an answer, which we made ourselves. */
export const Whole = v.pipe(v.number(), v.integer());

export const Integer = (minimum: number, maximum: number) =>
  v.pipe(
    v.number('Send a whole number.'),
    v.integer('Send a whole number.'),
    v.minValue(minimum, `Send ${minimum} or more.`),
    v.maxValue(maximum, `Send ${maximum} or less.`),
  );

/** The table takes no number nearer to 0 than this (DynamoDB developer guide, "Data types", Number), and nobody means one. */
const LEAST_MAGNITUDE = 1e-130;

export const Decimal = (minimum: number, maximum: number) =>
  v.pipe(
    v.number('Send a number.'),
    v.minValue(minimum, `Send ${minimum} or more.`),
    v.maxValue(maximum, `Send ${maximum} or less.`),
    v.check((value) => value === 0 || Math.abs(value) >= LEAST_MAGNITUDE, 'Send 0: so small a number cannot be kept.'),
  );

export const Latitude = Decimal(-90, 90);
export const Longitude = Decimal(-180, 180);

/** At most 200 items, unless the interface gives another bound. */
export const List = <const S extends v.GenericSchema>(item: S, maximum = 200, minimum = 0) =>
  v.pipe(
    v.array(item, 'Send a list.'),
    v.minLength(minimum, `Send at least ${minimum}.`),
    v.maxLength(maximum, `Send at most ${maximum}.`),
  );
