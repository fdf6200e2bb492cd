import * as v from 'valibot';
import document from '../../docs/openapi.json';
import { FIELDS } from './interface-fields';

/**
 * Compares docs/openapi.json with the contract, field by field: name, required or not, type, null, values, default, and each bound that the
 * contract states. Bounds that we added are tested in test/platform/values/bounds.test.ts.
 */
const Schema = v.record(v.string(), v.unknown());
type Schema = v.InferOutput<typeof Schema>;
const Operation = v.object({
  parameters: v.optional(
    v.array(v.object({ name: v.string(), in: v.string(), required: v.boolean(), schema: Schema })),
    [],
  ),
  requestBody: v.optional(v.object({ content: v.object({ 'application/json': v.object({ schema: Schema }) }) })),
  responses: v.record(v.string(), v.unknown()),
});
const Answer = v.object({ content: v.object({ 'application/json': v.object({ schema: Schema }) }) });
const Components: Schema = document.components.schemas;
const Paths = v.parse(v.record(v.string(), v.record(v.string(), v.unknown())), document.paths);

function resolved(given: unknown): Schema {
  const schema = v.parse(Schema, given);
  const { $ref } = schema;
  return typeof $ref === 'string' ? resolved(Components[$ref.split('/').at(-1) ?? '']) : schema;
}

const BOUNDS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'exclusiveMinimum', 'pattern'];

/** A schema in the notation of the table: one line a field under its full name, with all its bounds. */
function linesOf(name: string, given: unknown, isRequired: boolean): string[] {
  const schema = resolved(given);
  const bounds = BOUNDS.flatMap((bound) => (bound in schema ? [`${bound}=${schema[bound]}`] : []));
  const fallback = 'default' in schema ? [`default=${JSON.stringify(schema.default)}`] : [];
  const line = [`${name}${isRequired ? '' : '?'}`, typeOf(schema), ...bounds, ...fallback].join(' ');
  if (schema.items) return [line, ...linesOf(`${name}[]`, schema.items, true)];
  return schema.properties ? [line, ...fieldsOf(schema, `${name}.`)] : [line];
}

function fieldsOf(schema: Schema, prefix = ''): string[] {
  const required = v.parse(v.optional(v.array(v.string()), []), schema.required);
  return Object.entries(v.parse(Schema, schema.properties ?? {})).flatMap(([name, one]) =>
    linesOf(`${prefix}${name}`, one, required.includes(name)),
  );
}

const FORMATS = ['uuid', 'email', 'date-time'];

function typeOf({ type, format, enum: values, anyOf }: Schema): string {
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(v.parse(Schema, one))).join('|');
  if (Array.isArray(values)) return values.join();
  const [first, second] = Array.isArray(type) ? type : [type];
  const known = typeof format === 'string' && FORMATS.includes(format) ? format : String(first);
  return second === 'null' ? `${known}|null` : known;
}

const OPENED: Readonly<Record<string, { type: string; inside: string }>> = {
  '{': { type: 'object', inside: '.' },
  '[': { type: 'array', inside: '[].' },
};

/** The text of the table: one line a field under its full name. A list of plain values has one line with its type. */
function statedIn(text: string): string[] {
  const places: string[] = [];
  const lineOf = (line: string): string[] => {
    if (line === '}' || line === ']') {
      places.pop();
      return [];
    }
    const [first = '', kind, ...rest] = line.split(' ');
    const place = places.at(-1) ?? '';
    if (kind === undefined) return [`${place.slice(0, -1)} ${first}`];
    const opened = OPENED[kind];
    if (opened) places.push(`${place}${first.replace('?', '')}${opened.inside}`);
    return [[`${place}${first}`, opened?.type ?? kind, ...rest].join(' ')];
  };
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').flatMap(lineOf);
}

/** Removes the bounds that the contract does not state from the documented lines. */
function onlyStated(documented: string[], stated: string[]): string[] {
  const bounds = new Map(stated.map((line) => [line.split(' ')[0], line.split(' ').slice(2)]));
  return documented.map((line) => {
    const [name, type, ...found] = line.split(' ');
    const kept = found.filter(
      (one) => one.startsWith('default=') || bounds.get(name)?.some((bound) => sameWord(bound, one)),
    );
    return [name, type, ...kept.sort()].join(' ');
  });
}

const sameWord = (one: string, other: string): boolean => one.split('=')[0] === other.split('=')[0];
const sorted = (line: string): string => {
  const [name, type, ...rest] = line.split(' ');
  return [name, type, ...rest.sort()].join(' ');
};

function expectFields(documented: string[], text: string): void {
  const stated = statedIn(text);
  const objects = documented.filter((line) => !/\[\] object$/.test(line));
  expect(onlyStated(objects, stated).sort()).toEqual(stated.map(sorted).sort());
}

test('the table has the 22 operations', () => expect(Object.keys(FIELDS)).toHaveLength(22));

describe.each(Object.entries(FIELDS))('%s', (route, { query = '', body, answer }) => {
  const [method = '', path = ''] = route.split(' ');
  const operation = v.parse(Operation, Paths[path]?.[method.toLowerCase()]);

  test('takes what the interface says', () => {
    const inQuery = operation.parameters.filter((one) => one.in === 'query');
    expectFields(
      inQuery.flatMap(({ name, schema, required }) => linesOf(name, schema, required)),
      query,
    );
    const schema = operation.requestBody?.content['application/json'].schema;
    expect(schema === undefined).toBe(body === undefined);
    expectFields(schema ? fieldsOf(resolved(schema)) : [], body ?? '');
  });

  test('answers what the interface says', () => {
    const status = Object.keys(operation.responses).find((one) => one.startsWith('2')) ?? '';
    const { schema } = v.parse(Answer, operation.responses[status]).content['application/json'];
    expectFields(fieldsOf(resolved(schema)), answer);
  });
});
