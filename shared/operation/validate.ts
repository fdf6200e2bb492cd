import * as v from 'valibot';
import { type AppError, validationError } from '../platform/errors';
import { Uuid } from '../platform/values/fields';

/** The largest body, and below it the deepest nesting, that an operation accepts. */
const MAXIMUM_BODY_BYTES = 256 * 1024;
const MAXIMUM_DEPTH = 20;

/** Parses input by its schema; the first offence becomes a 400 that names its field. `root` names the input as a whole. */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown, root: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true, message: ownWords });
  if (result.success) return result.output;
  throw refusalOf(result.issues[0], root);
}

function refusalOf(issue: v.BaseIssue<unknown>, root: string): AppError {
  return validationError(fieldPath(issue.path) ?? root, messageOf(issue));
}

/** Where a schema has no words of its own. */
const ownWords = ({ expected }: v.BaseIssue<unknown>): string =>
  expected === 'never' ? 'This field is not taken here. Leave it out.' : `Send a value of type ${expected}.`;

function messageOf(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined' && issue.kind === 'schema') return 'This field is required.';
  if (issue.type === 'picklist')
    return `Send one of ${String(issue.expected).replace(/[()"]/g, '').replaceAll(' | ', ', ')}.`;
  return issue.message;
}

/** A path as JavaScript would write it: `stops[3].order`. */
function fieldPath(path: v.BaseIssue<unknown>['path']): string | undefined {
  return path?.reduce((written, { key }) => {
    if (typeof key === 'number') return `${written}[${key}]`;
    return written === '' ? String(key) : `${written}.${key}`;
  }, '');
}

/** The identifiers of a path, checked before anything else is: those of the route are UUIDs unless the operation says otherwise. */
export function validatePath(
  route: string,
  overrides: Readonly<Partial<Record<string, v.GenericSchema<string, string>>>> | undefined,
  values: Readonly<Partial<Record<string, string>>>,
): Record<string, string> {
  const entries = pathParameters(route).map((name) => {
    return [name, validate(overrides?.[name] ?? Uuid, values[name], name)];
  });
  return Object.fromEntries(entries);
}

export const pathParameters = (route: string): string[] =>
  [...route.matchAll(/(?<=\{)\w+(?=\})/g)].map(([name]) => name);

const BEGINS_AN_OBJECT = /^[ \t\r\n]*\{/;

/**
 * The raw body, refused before it is parsed when it is too large or no object; an absent one is `{}`. A list would pass for an
 * object without required fields.
 */
export function checkedBodyText(body: string | undefined, isBase64Encoded: boolean): string {
  if (body === undefined || body === '') return '{}';
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  if (Buffer.byteLength(text) > MAXIMUM_BODY_BYTES) throw validationError('body', 'Send at most 256 KB.');
  if (!BEGINS_AN_OBJECT.test(text)) throw validationError('body', 'Send a JSON object.');
  return text;
}

/** Refuses nesting past 20 levels, breadth first, so that a hostile body cannot exhaust the stack. */
export function refuseDeepBody(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAXIMUM_DEPTH) throw validationError('body', `Send at most ${MAXIMUM_DEPTH} levels of nesting.`);
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}
