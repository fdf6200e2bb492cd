import * as v from 'valibot';

type Schema = Readonly<Record<string, unknown>>;
type Check = (wanted: unknown, value: unknown, schema: Schema, resolve: Resolve) => boolean;
export type Resolve = (reference: string) => Schema;

const AnySchema = v.record(v.string(), v.unknown());
const Schemas = v.array(AnySchema);
const Properties = v.record(v.string(), AnySchema);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const codePoints = (text: string): number => [...text].length;

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

/** Accepts every value: for annotations, and for formats, which JSON Schema does not check. */
const annotation: Check = () => true;
const ofText =
  (check: (wanted: unknown, text: string) => boolean): Check =>
  (wanted, value) =>
    typeof value !== 'string' || check(wanted, value);
const ofNumber =
  (check: (wanted: number, value: number) => boolean): Check =>
  (wanted, value) =>
    typeof value !== 'number' || check(Number(wanted), value);
const ofList =
  (check: (wanted: unknown, value: readonly unknown[], resolve: Resolve) => boolean): Check =>
  (wanted, value, _, resolve) =>
    !Array.isArray(value) || check(wanted, value, resolve);

const KEYWORDS: Readonly<Record<string, Check>> = {
  title: annotation,
  description: annotation,
  default: annotation,
  format: annotation,
  examples: annotation,
  $ref: (wanted, value, _, resolve) => fits(resolve(v.parse(v.string(), wanted)), value, resolve),
  type: (wanted, value) => [wanted].flat().some((type) => TYPES[String(type)]?.(value)),
  const: (wanted, value) => wanted === value,
  enum: (wanted, value) => v.parse(v.array(v.unknown()), wanted).includes(value),
  allOf: (wanted, value, _, resolve) => v.parse(Schemas, wanted).every((one) => fits(one, value, resolve)),
  anyOf: (wanted, value, _, resolve) => v.parse(Schemas, wanted).some((one) => fits(one, value, resolve)),
  minLength: ofText((wanted, text) => codePoints(text) >= Number(wanted)),
  maxLength: ofText((wanted, text) => codePoints(text) <= Number(wanted)),
  pattern: ofText((wanted, text) => new RegExp(String(wanted), 'u').test(text)),
  minimum: ofNumber((wanted, value) => value >= wanted),
  maximum: ofNumber((wanted, value) => value <= wanted),
  exclusiveMinimum: ofNumber((wanted, value) => value > wanted),
  exclusiveMaximum: ofNumber((wanted, value) => value < wanted),
  multipleOf: ofNumber((wanted, value) => Math.abs(value / wanted - Math.round(value / wanted)) < 1e-6),
  minItems: ofList((wanted, list) => list.length >= Number(wanted)),
  maxItems: ofList((wanted, list) => list.length <= Number(wanted)),
  items: ofList((wanted, list, resolve) => list.every((one) => fits(v.parse(AnySchema, wanted), one, resolve))),
  minProperties: (wanted, value) => !isObject(value) || Object.keys(value).length >= Number(wanted),
  required: (wanted, value) => !isObject(value) || v.parse(v.array(v.string()), wanted).every((name) => name in value),
  dependentRequired: (wanted, value) =>
    !isObject(value) ||
    Object.entries(v.parse(v.record(v.string(), v.array(v.string())), wanted)).every(
      ([name, others]) => !(name in value) || others.every((other) => other in value),
    ),
  properties: (wanted, value, _, resolve) =>
    !isObject(value) ||
    Object.entries(v.parse(Properties, wanted)).every(
      ([name, one]) => !(name in value) || fits(one, value[name], resolve),
    ),
  propertyNames: (wanted, value, _, resolve) =>
    !isObject(value) || Object.keys(value).every((name) => fits(v.parse(AnySchema, wanted), name, resolve)),
  additionalProperties: (wanted, value, { properties = {} }, resolve) =>
    !isObject(value) ||
    Object.entries(value).every(
      ([name, one]) =>
        name in v.parse(AnySchema, properties) || (wanted !== false && fits(v.parse(AnySchema, wanted), one, resolve)),
    ),
};

/** True when the value fits the JSON Schema, for the keywords of 2020-12 that our document uses. Throws at an unknown keyword. */
export const fits = (schema: Schema, value: unknown, resolve: Resolve): boolean =>
  Object.entries(schema).every(([keyword, wanted]) => {
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`test/support/json-schema.ts does not know the keyword ${keyword}.`);
    return check(wanted, value, schema, resolve);
  });
