import * as v from 'valibot';
import { type ErrorText, said } from './text';

/**
 * Building blocks of every schema. The bounds are those of the interface; where it gives none, the defaults of this
 * file apply.
 */

const LINE = /^\P{Cc}*$/u;
const LINES = /^(?:\P{Cc}|[\n\r\t])*$/u;

/** Marks texts that a person types: `asTyped` trims them in requests, and normalises those that are no address. */
const typed = <const S extends v.GenericSchema<string>>(schema: S): S => ({ ...schema, isTyped: true });
const trimmed = <const S extends v.GenericSchema<string>>(schema: S): S => ({ ...schema, isTrimmed: true });

const text = (controls: RegExp, maximum: number, minimum: number) =>
  v.pipe(
    v.string(said({ en: 'Send text.', es: 'Envíe texto.' })),
    v.minCodePoints(
      minimum,
      minimum === 1
        ? said({ en: 'This cannot be empty.', es: 'No puede quedar vacío.' })
        : said({ en: `Send at least ${minimum} characters.`, es: `Envíe al menos ${minimum} caracteres.` }),
    ),
    v.maxCodePoints(
      maximum,
      said({ en: `Send at most ${maximum} characters.`, es: `Envíe como máximo ${maximum} caracteres.` }),
    ),
    v.regex(controls, said({ en: 'Remove the control characters.', es: 'Quite los caracteres de control.' })),
    v.check(
      (value) => value.isWellFormed(),
      said({
        en: 'Remove the broken characters (lone surrogates).',
        es: 'Quite los caracteres dañados (sustitutos sueltos).',
      }),
    ),
  );

/** One line of well-formed text without control characters. The length counts Unicode code points. */
export const Line = (maximum = 2000, minimum = 0) => typed(text(LINE, maximum, minimum));

/** A line that is kept as it was sent. */
export const SentLine = (maximum = 2000) => text(LINE, maximum, 0);

/** Text of several lines, such as notes. Line breaks and tabs are the only control characters. */
export const Lines = (maximum = 2000, minimum = 0) => typed(text(LINES, maximum, minimum));

/** Any UUID, in lower case: otherwise one identifier would have several keys. */
export const Uuid = v.pipe(
  v.string(said({ en: 'Send a UUID.', es: 'Envíe un UUID.' })),
  v.uuid(said({ en: 'Send a UUID.', es: 'Envíe un UUID.' })),
  v.toLowerCase(),
);

export const isUuid = (text: string): boolean => v.is(Uuid, text);

/** A nullable field: answers always contain it, with null when it is empty. */
export const nullable = <const S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema), null);

/** A nullable text. An empty text becomes null. */
export const nullableText = <const S extends v.GenericSchema<string>>(schema: S) =>
  v.pipe(
    nullable(schema),
    v.transform((text) => (text === '' ? null : text)),
  );

/** The record without its empty texts: the interface omits empty fields. */
export const withoutEmptyTexts = <T extends object>(record: T): T => ({
  ...record,
  ...Object.fromEntries(emptyTextsOf(record).map((field) => [field, undefined])),
});

/** The fields that hold an empty text. */
export const emptyTextsOf = (record: object): string[] =>
  Object.entries(record).flatMap(([field, value]) => (value === '' ? [field] : []));

/** An object schema that refuses arrays. `v.object` accepts an array when all fields are optional. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries): v.ObjectSchema<Entries, ErrorText> {
  const schema = v.object(entries, said({ en: 'Send an object.', es: 'Envíe un objeto.' }));
  return {
    ...schema,
    '~run': (dataset, config) =>
      schema['~run'](Array.isArray(dataset.value) ? { ...dataset, value: null } : dataset, config),
  };
}

const EMAIL_PARTS = /^[^\s\p{Cc}@"(),:;<>[\\\]]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/u;

const emailOf = (isAllowed: (value: string) => boolean) =>
  trimmed(
    v.pipe(
      v.string(said({ en: 'Send an e-mail address.', es: 'Envíe un correo electrónico.' })),
      v.maxLength(254, said({ en: 'Send at most 254 characters.', es: 'Envíe como máximo 254 caracteres.' })),
      v.check(
        isAllowed,
        said({
          en: 'Send an e-mail address of ASCII characters; write the domain as punycode.',
          es: 'Envíe un correo electrónico con caracteres ASCII; escriba el dominio en punycode.',
        }),
      ),
      v.toLowerCase(),
      v.check(
        (value) => EMAIL_PARTS.test(value) && value.isWellFormed(),
        said({
          en: 'Send an e-mail address, such as ana@empresa.mx.',
          es: 'Envíe un correo electrónico, por ejemplo ana@empresa.mx.',
        }),
      ),
      v.metadata({ format: 'email' }),
    ),
  );

const ASCII = /^[\x20-\x7e]*$/;

/**
 * A sent e-mail address of at most 254 characters, in lower case: otherwise one mailbox could have several accounts.
 * Amazon SES refuses other characters than ASCII. They are refused before the change to lower case, which would make
 * another mailbox of some (the Kelvin sign becomes a k).
 */
export const Email = emailOf((value) => ASCII.test(value));

/** A stored e-mail address. An older release stored addresses that {@link Email} refuses. */
export const StoredEmail = emailOf(() => true);

const INSTANT = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** JSON Schema has no format for "a day or an instant", so the document shows this pattern. */
const DAY_OR_INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;
/**
 * An instant of this length is already in the stored form (UTC with milliseconds). The length check saves parsing each
 * stored instant again.
 */
const STORED_LENGTH = '2026-03-01T08:30:00.000Z'.length;
/** Every month has this many days. Only later days need the calendar. */
const SHORTEST_MONTH = 28;

/** True for a day that exists in the calendar. 2026-02-29 does not. */
export function isDay(value: string): boolean {
  if (!DAY.test(value)) return false;
  if (Number(value.slice(8)) <= SHORTEST_MONTH) return true;
  return new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);
}

export const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * True for an ISO 8601 date-time with time zone. Its year in UTC must have four digits: the stored form would not parse
 * otherwise.
 */
export function isInstant(value: string): boolean {
  if (!INSTANT.test(value) || !isDay(value.slice(0, 10))) return false;
  const milliseconds = Date.parse(value);
  return milliseconds >= FIRST_INSTANT && milliseconds <= LAST_INSTANT;
}

export const EXISTING_DAY = {
  en: 'Send a day that exists in the calendar.',
  es: 'Envíe un día que exista en el calendario.',
};

const WITH_ZONE = {
  en: 'Send a date-time with its zone, such as 2026-03-01T08:30:00Z.',
  es: 'Envíe una fecha y hora con su zona horaria, por ejemplo 2026-03-01T08:30:00Z.',
};

/** True for a date-time whose form is right and whose day is not in the calendar. Its zone is not what is wrong. */
const isOnNoDay = (value: string): boolean => INSTANT.test(value) && !isDay(value.slice(0, 10));

/** A date-time with time zone, converted to UTC with milliseconds. */
export const Instant = v.pipe(
  v.string(said({ en: 'Send a date-time.', es: 'Envíe una fecha y hora.' })),
  v.check(isInstant, ({ input, lang }) => said(isOnNoDay(input) ? EXISTING_DAY : WITH_ZONE)({ lang })),
  // Placed before the transform, so that the document shows the format for the input too.
  v.metadata({ format: 'date-time' }),
  v.transform((value) => (value.length === STORED_LENGTH ? value : new Date(value).toISOString())),
);

/** YYYY-MM-DD or a date-time, stored as sent, because the interface does not state a format. */
export const DayOrInstant = v.pipe(
  v.string(said({ en: 'Send a date.', es: 'Envíe una fecha.' })),
  v.regex(
    DAY_OR_INSTANT,
    said({
      en: 'Send a date, such as 2026-03-01, or a date-time.',
      es: 'Envíe una fecha, por ejemplo 2026-03-01, o una fecha y hora.',
    }),
  ),
  v.check((value) => isDay(value) || isInstant(value), said(EXISTING_DAY)),
);

/** YYYY-MM-DD. */
export const Day = v.pipe(
  v.string(said({ en: 'Send a day.', es: 'Envíe un día.' })),
  v.check(
    isDay,
    said({
      en: 'Send a day that exists in the calendar, such as 2026-03-01.',
      es: 'Envíe un día que exista en el calendario, por ejemplo 2026-03-01.',
    }),
  ),
  v.metadata({ format: 'date' }),
);

/** A whole number in an answer. The service made it, so it needs no bounds. */
export const Whole = v.pipe(v.number(), v.integer());

export const Integer = (minimum: number, maximum: number) =>
  v.pipe(
    v.number(said({ en: 'Send a whole number.', es: 'Envíe un número entero.' })),
    v.integer(said({ en: 'Send a whole number.', es: 'Envíe un número entero.' })),
    v.minValue(minimum, said({ en: `Send ${minimum} or more.`, es: `Envíe ${minimum} o más.` })),
    v.maxValue(maximum, said({ en: `Send ${maximum} or less.`, es: `Envíe ${maximum} o menos.` })),
  );

/** DynamoDB cannot store a number closer to 0 (developer guide, "Data types", Number). */
const LEAST_MAGNITUDE = 1e-130;

export const Decimal = (minimum: number, maximum: number) =>
  v.pipe(
    v.number(said({ en: 'Send a number.', es: 'Envíe un número.' })),
    v.minValue(minimum, said({ en: `Send ${minimum} or more.`, es: `Envíe ${minimum} o más.` })),
    v.maxValue(maximum, said({ en: `Send ${maximum} or less.`, es: `Envíe ${maximum} o menos.` })),
    v.check(
      (value) => value === 0 || Math.abs(value) >= LEAST_MAGNITUDE,
      said({
        en: 'Send 0: the number is too small to be stored.',
        es: 'Envíe 0: el número es demasiado pequeño para guardarlo.',
      }),
    ),
  );

export const Latitude = Decimal(-90, 90);
export const Longitude = Decimal(-180, 180);

/** At most 200 items, unless the interface gives another bound. */
export const List = <const S extends v.GenericSchema>(item: S, maximum = 200, minimum = 0) =>
  v.pipe(
    v.array(item, said({ en: 'Send a list.', es: 'Envíe una lista.' })),
    v.minLength(minimum, said({ en: `Send at least ${minimum}.`, es: `Envíe al menos ${minimum}.` })),
    v.maxLength(maximum, said({ en: `Send at most ${maximum}.`, es: `Envíe como máximo ${maximum}.` })),
  );
