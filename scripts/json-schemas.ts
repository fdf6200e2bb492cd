import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { DeclaredFields } from './declared-texts';
import { describedProperty } from './describe';

export type Schemas = Readonly<Record<string, v.GenericSchema>>;
/** The input or output form of a schema. Defaults and transforms make the two differ. */
export type Side = 'input' | 'output';

type Overrides = Required<ConversionConfig>;

export interface Converted {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** All named schemas, also those without references. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/**
 * Converts schemas to JSON Schema 2020-12. A named schema becomes a reference that `referenceTo` builds. Throws for a
 * rule that JSON Schema cannot express, unless the rule is in `UNSAID`. `fields` has the texts of the properties; without
 * it they stay without a description.
 */
export function jsonSchemas(
  schemas: Schemas,
  named: Schemas,
  side: Side,
  referenceTo: (name: string) => string,
  fields?: DeclaredFields,
): Converted {
  const overrideSchema = side === 'input' ? asSent : asAnswered;
  const { properties, $defs } = toJsonSchema(v.object({ ...schemas }), {
    target: 'draft-2020-12',
    typeMode: side,
    errorMode: 'throw',
    definitions: { ...named },
    overrideRef: ({ referenceId }) => referenceTo(referenceId),
    overrideSchema: fields ? (context) => described(context, overrideSchema(context), fields) : overrideSchema,
    overrideAction,
  });
  return { schemas: objectsOf(properties), definitions: objectsOf($defs) };
}

const objectsOf = (schemas: Record<string, JsonSchema | boolean> | undefined): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(schemas ?? {}).flatMap(([name, one]) => (typeof one === 'object' ? [[name, one]] : [])),
  );

/**
 * Rules without an equivalent in JSON Schema, and transforms that keep the type. Their error messages describe them.
 */
const UNSAID = new Set([
  'check',
  'raw_check',
  'raw_transform',
  'partial_check',
  'transform',
  'to_lower_case',
  'to_upper_case',
  'trim',
  'finite',
]);

const overrideAction: Overrides['overrideAction'] = ({ valibotAction: action, jsonSchema }) => {
  if (UNSAID.has(action.type)) return jsonSchema;
  const requirement: unknown = 'requirement' in action ? action.requirement : undefined;
  if (action.type === 'min_code_points') return withoutZeroes({ ...jsonSchema, minLength: Number(requirement) });
  if (action.type === 'max_code_points') return { ...jsonSchema, maxLength: Number(requirement) };
  if (action.type === 'min_length') return withoutZeroes(jsonSchema);
  if (action.type === 'regex' && requirement instanceof RegExp)
    return { ...jsonSchema, pattern: portable(requirement) };
  if (action.type === 'metadata' && jsonSchema.type !== 'string') return withoutPattern(jsonSchema);
  return undefined;
};

function withoutZeroes({ minLength, minItems, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, ...(minLength && { minLength }), ...(minItems && { minItems }) };
}

/**
 * Drops the pattern of a query parameter that metadata declares as a number: the pattern only repeats that it has
 * digits.
 */
const withoutPattern = ({ pattern, ...schema }: JsonSchema): JsonSchema => schema;

/** Spells out the control characters, because not every language's regular expressions support `\P{Cc}`. */
const portable = ({ source }: RegExp): string => source.replaceAll('\\P{Cc}', '[^\\x00-\\x1f\\x7f-\\x9f]');

const asSent: Overrides['overrideSchema'] = ({ valibotSchema, jsonSchema }) => {
  if (isObject(valibotSchema)) return withRequired(jsonSchema, jsonSchema.required ?? []);
  // In an edit, an absent field keeps its value. The default of the inner schema applies only to creations.
  if (valibotSchema.type === 'optional' && !('default' in valibotSchema && valibotSchema.default !== undefined)) {
    const { default: _, ...schema } = jsonSchema;
    return schema;
  }
  if (valibotSchema.type === 'optional' && isNumeric(jsonSchema) && jsonSchema.default !== undefined) {
    return { ...jsonSchema, default: Number(jsonSchema.default) };
  }
  return withNull(jsonSchema, valibotSchema);
};

/** In an answer, a field with a default is always present. */
const asAnswered: Overrides['overrideSchema'] = ({ valibotSchema, jsonSchema }) => {
  if (isObject(valibotSchema)) {
    const present = Object.entries(valibotSchema.entries).filter(([, entry]) => !mayBeAbsent(entry));
    return withRequired(
      jsonSchema,
      present.map(([name]) => name),
    );
  }
  if (valibotSchema.type === 'optional') {
    const { default: _, ...schema } = jsonSchema;
    return schema;
  }
  return withNull(jsonSchema, valibotSchema);
};

/** The object with the texts of its properties. */
function described(
  { valibotSchema, jsonSchema }: Parameters<Overrides['overrideSchema']>[0],
  overridden: JsonSchema | null | undefined,
  fields: DeclaredFields,
): JsonSchema | null | undefined {
  const declared = isObject(valibotSchema) ? fields.get(valibotSchema.entries) : undefined;
  const schema = overridden ?? jsonSchema;
  if (declared === undefined || schema.properties === undefined) return overridden;
  const properties = Object.entries(schema.properties).map(
    ([name, property]) => [name, describedProperty(name, property, declared.get(name))] as const,
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

const isNumeric = ({ type }: JsonSchema): boolean => type === 'integer' || type === 'number';

interface ObjectLike {
  readonly entries: Readonly<Record<string, v.GenericSchema>>;
}

const isObject = (schema: v.GenericSchema): schema is v.GenericSchema & ObjectLike => 'entries' in schema;

const mayBeAbsent = (entry: v.GenericSchema): boolean =>
  entry.type.endsWith('optional') && !('default' in entry && entry.default !== undefined);

const withRequired = ({ required: _, ...schema }: JsonSchema, required: readonly string[]): JsonSchema =>
  required.length > 0 ? { ...schema, required: [...required] } : schema;

/** Writes `type: [T, null]` instead of `anyOf` when the only alternative is null. */
function withNull(jsonSchema: JsonSchema, schema: v.GenericSchema): JsonSchema | undefined {
  const [inner] = jsonSchema.anyOf ?? [];
  if (schema.type !== 'nullable' || typeof inner !== 'object' || typeof inner.type !== 'string' || inner.enum)
    return undefined;
  const { anyOf: _, ...rest } = jsonSchema;
  return { ...inner, ...rest, type: [inner.type, 'null'] };
}
