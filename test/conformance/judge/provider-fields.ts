import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(__dirname, '..', 'data', 'provider-fields.tsv');

const [, ...ROWS] = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

/** A field of the description: the kind of its value, and the fields or elements inside. */
interface Field {
  kind?: string | undefined;
  readonly inner: Map<string, Field>;
}

const fieldAt = (fields: Map<string, Field>, name: string): Field => {
  const field = fields.get(name) ?? { inner: new Map() };
  fields.set(name, field);
  return field;
};

/** The fields of each type. A path is `items[].product.price`; the step into a list is `[]`. */
const TYPES = new Map<string, Field>();
for (const [types = '', kind, path = ''] of ROWS)
  for (const type of types) {
    const steps = path.replaceAll('[]', '.[]').split('.');
    steps.reduce((field, step) => fieldAt(field.inner, step), fieldAt(TYPES, type)).kind = kind;
  }

const kindOf = (value: unknown): string =>
  Number.isInteger(value) ? 'integer' : Array.isArray(value) ? 'array' : typeof value;

const fits = (described: string, kind: string): boolean =>
  described === kind || (described === 'number' && kind === 'integer');

/** What the description says against one field: nothing, or a sentence. */
function faultOf(described: Field | undefined, value: unknown, path: string, type: string): string | undefined {
  if (described?.kind === undefined) return `${path} is not described for type ${type}`;
  const kind = kindOf(value);
  return fits(described.kind, kind) ? undefined : `${path} is described as ${described.kind}, not ${kind}`;
}

/** Finds the fields of a value that the description does not have there, or has with another kind of value. */
function* faultsOf(value: unknown, field: Field | undefined, name: string, type: string): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* faultsOf(one, field?.inner.get('[]'), `${name}[]`, type);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      const described = field?.inner.get(key);
      const path = name === '' ? key : `${name}.${key}`;
      const fault = faultOf(described, inner, path, type);
      if (fault !== undefined) yield fault;
      yield* faultsOf(inner, described, path, type);
    }
}

/** The fields of a body that the provider's published description does not have for this type, or has with another kind of value. */
export function undescribedFields(body: unknown): string[] {
  const { type = 'I' } = Object(body);
  return [...new Set(faultsOf(body, TYPES.get(type), '', type))];
}
