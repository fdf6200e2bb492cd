/** What a pattern or a length tells about a text: the service has no other mark for days, months and files. */
const accepts = (schema, sample) => schema.pattern !== undefined && new RegExp(schema.pattern, 'u').test(sample);
const isDay = (schema) => accepts(schema, '2026-03-04') && !accepts(schema, 'x');
const isZoneless = (schema) => accepts(schema, '2026-03-04T06:00') && !accepts(schema, '2026-03-04');
const isMonth = (schema) => accepts(schema, '2026-03') && !accepts(schema, 'x');
const isBytes = (schema) => accepts(schema, 'QUJD') && !accepts(schema, 'QUJ') && !accepts(schema, '-');
const isLong = (schema) =>
  schema.pattern === undefined ? schema.maxLength === undefined || schema.maxLength > 500 : accepts(schema, 'a\nb');

const FORMATS = { uuid: 'id', 'date-time': 'moment', date: 'day', password: 'password' };

/**
 * Returns how a schema is filled in: `kind`, the schema without its null, and whether it may be null. A schema that this
 * file does not know is filled in as JSON, so that no operation is out of reach.
 */
export function kindOf(given, name, resolve) {
  const { schema, isNullable } = withoutNull(given, resolve);
  return { kind: kindOfSchema(schema, name), schema, isNullable };
}

function withoutNull(given, resolve) {
  const schema = resolve(given);
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const others = schema.type.filter((type) => type !== 'null');
    return { schema: { ...schema, type: others.length === 1 ? others[0] : others }, isNullable: true };
  }
  const some = (schema.anyOf ?? schema.oneOf)?.map(resolve);
  const others = some?.filter(({ type }) => type !== 'null') ?? [];
  if (others.length !== 1) return { schema, isNullable: some !== undefined && others.length < some.length };
  const { anyOf: _, oneOf: __, ...beside } = schema;
  return { schema: { ...others[0], ...beside }, isNullable: others.length < some.length };
}

function kindOfSchema(schema, name) {
  if (schema.enum ?? 'const' in schema) return 'choice';
  if (schema.type === 'boolean') return 'choice';
  if (schema.type === 'number' || schema.type === 'integer') return 'number';
  if (schema.type === 'array' && schema.items) return 'list';
  if (schema.type === 'object' && schema.properties) return 'group';
  return schema.type === 'string' ? kindOfText(schema, name) : 'json';
}

function kindOfText(schema, name) {
  if (FORMATS[schema.format]) return FORMATS[schema.format];
  if (/password$/i.test(name)) return 'password';
  if (isDay(schema)) return 'day';
  if (isZoneless(schema)) return 'time';
  if (isMonth(schema)) return 'month';
  if (isBytes(schema)) return 'bytes';
  return isLong(schema) && schema.format === undefined ? 'long' : 'text';
}

/** The values to choose from. */
export const choicesOf = (schema) =>
  schema.enum ?? ('const' in schema ? [schema.const] : schema.type === 'boolean' ? [true, false] : []);

/** The fields of a group, each with whether it must be given. */
export const partsOf = (schema) =>
  Object.entries(schema.properties).map(([name, part]) => [name, part, schema.required?.includes(name) === true]);
