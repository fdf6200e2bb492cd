import * as v from 'valibot';
import { AppError, validationError } from '../platform/errors';
import { Uuid } from '../platform/values/fields';
import { asTyped } from '../platform/values/sent-text';
import { asIs, type Language, said, type Text } from '../platform/values/text';

/** Limits of every request body. */
const MAXIMUM_BODY_BYTES = 256 * 1024;
const MAXIMUM_DEPTH = 20;

/** The most errors that an answer lists. */
const MOST_ERRORS = 20;
/** Above this many characters only the first error is looked for: each of 128,000 wrong values would cost 2 µs. */
const MOST_SEARCHED = 32 * 1024;

/**
 * Validates input. Invalid values throw VALIDATION_FAILED with the field of the first one, and with a list of the first
 * 20 fields in the order of the schema. `root` is the field's name when the input as a whole is invalid.
 */
export function validate<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  root: string,
  lang: Language = 'en',
): v.InferOutput<S> {
  const config = { lang, message: defaultMessage };
  const first = v.safeParse(schema, value, { ...config, abortEarly: true });
  if (first.success) return first.output;
  const isShort = JSON.stringify(value ?? null).length <= MOST_SEARCHED;
  const all = isShort ? v.safeParse(schema, value, { ...config, abortPipeEarly: true }) : first;
  throw errorFor([first.issues[0], ...(all.issues ?? [])], root);
}

/** Validates a body. Text is trimmed and in NFC before it is checked. */
export const validateBody = <S extends v.GenericSchema>(schema: S, body: unknown, lang?: Language): v.InferOutput<S> =>
  validate(schema, asTyped(schema, body), 'body', lang);

/** One error for each field: its first one. Its message is in the reader's language already. */
function errorFor(issues: readonly v.BaseIssue<unknown>[], root: string): AppError {
  const messages = new Map<string, string>();
  for (const issue of issues) {
    const field = fieldPath(issue.path) ?? root;
    if (!messages.has(field) && messages.size < MOST_ERRORS) messages.set(field, messageOf(issue));
  }
  const errors = [...messages].map(([field, message]) => ({ field, message }));
  const [{ field, message = '' } = {}] = errors;
  return new AppError('VALIDATION_FAILED', { field, message: asIs(message), errors });
}

/** The message for schemas without their own message. */
const defaultMessage = (issue: v.BaseIssue<unknown>): string =>
  said(issue.expected === 'never' ? NOT_ACCEPTED : wrongType(typeOf(issue)))(issue);

const typeOf = ({ expected }: v.BaseIssue<unknown>): Text => TYPES[`${expected}`] ?? asIs(`${expected}`);

const NOT_ACCEPTED: Text = {
  en: 'This field is not accepted here. Remove it.',
  es: 'Aquí no se admite este campo. Quítelo.',
};
const REQUIRED: Text = { en: 'This field is required.', es: 'Este campo es obligatorio.' };
/** The types of JSON. Any other type has its own message. */
const TYPES: Readonly<Record<string, Text>> = {
  string: { en: 'string', es: 'un texto' },
  number: { en: 'number', es: 'un número' },
  boolean: { en: 'boolean', es: 'true o false' },
  Object: { en: 'Object', es: 'un objeto' },
  Array: { en: 'Array', es: 'una lista' },
};
const wrongType = (type: Text): Text => ({ en: `Send a value of type ${type.en}.`, es: `Envíe ${type.es}.` });
const oneOf = (values: string): Text => ({ en: `Send one of ${values}.`, es: `Envíe uno de ${values}.` });

function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined' && issue.kind === 'schema') return said(REQUIRED)(issue);
  if (issue.type === 'picklist')
    return said(oneOf(String(issue.expected).replace(/[()"]/g, '').replaceAll(' | ', ', ')))(issue);
  return issue.message;
}

/** The path in JavaScript notation: `stops[3].order`. */
function fieldPath(path: v.BaseIssue<unknown>['path']): string | undefined {
  return path?.reduce((written, { key }) => {
    if (typeof key === 'number') return `${written}[${key}]`;
    return written === '' ? String(key) : `${written}.${key}`;
  }, '');
}

/** Validates the path parameters. They are UUIDs unless the operation declares another schema. */
export function validatePath(
  route: string,
  overrides: Readonly<Partial<Record<string, v.GenericSchema<string, string>>>> | undefined,
  values: Readonly<Partial<Record<string, string>>>,
  lang?: Language,
): Record<string, string> {
  const entries = pathParameters(route).map((name) => {
    return [name, validate(overrides?.[name] ?? Uuid, values[name], name, lang)];
  });
  return Object.fromEntries(entries);
}

export const pathParameters = (route: string): string[] =>
  [...route.matchAll(/(?<=\{)\w+(?=\})/g)].map(([name]) => name);

/** Refuses a query parameter that the operation does not have: a misspelt filter would answer everything. */
export function refuseUnknownParameters(known: readonly string[], sent: object): void {
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw validationError(unknown.slice(0, 100), {
    en: 'There is no such parameter here. Correct its name, or remove it.',
    es: 'Aquí no existe ese parámetro. Corrija su nombre o quítelo.',
  });
}

const BEGINS_AN_OBJECT = /^[ \t\r\n]*\{/;

/**
 * Returns the text of the body. A missing body becomes `{}`. Refuses a body that is too large or is not an object
 * before it is parsed: an array would pass as an object whose fields are all optional.
 */
export function checkedBodyText(body: string | undefined, isBase64Encoded: boolean): string {
  if (body === undefined || body === '') return '{}';
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  if (Buffer.byteLength(text) > MAXIMUM_BODY_BYTES)
    throw validationError('body', { en: 'Send at most 256 KB.', es: 'Envíe como máximo 256 KB.' });
  if (!BEGINS_AN_OBJECT.test(text))
    throw validationError('body', { en: 'Send a JSON object.', es: 'Envíe un objeto JSON.' });
  return text;
}

/**
 * Refuses more than 20 levels of nesting. The search is breadth first, so that a hostile body cannot exhaust the stack.
 */
export function refuseDeepBody(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAXIMUM_DEPTH)
      throw validationError('body', {
        en: `Send at most ${MAXIMUM_DEPTH} levels of nesting.`,
        es: `Envíe como máximo ${MAXIMUM_DEPTH} niveles de anidamiento.`,
      });
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}
