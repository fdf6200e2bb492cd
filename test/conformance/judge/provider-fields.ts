import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(__dirname, '..', 'data', 'provider-fields.tsv');

const [, ...ROWS] = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));

const KINDS = new Map(ROWS.flatMap(([types = '', kind, path]) => [...types].map((type) => [`${type} ${path}`, kind])));

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** Names and kinds of all fields of a body, as the provider's description writes them: `items[].product.price number`. */
function collect(value: unknown, name: string, into: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, `${name}[]`, into);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      const path = name === '' ? key : `${name}.${key}`;
      into.add(`${path} ${Number.isInteger(inner) ? 'integer' : kindOf(inner)}`);
      collect(inner, path, into);
    }
}

/** The fields of a body that the provider's published description does not have for this type, or has with another kind of value. */
export function undescribedFields(body: unknown): string[] {
  const { type = 'I' } = Object(body);
  const fields = new Set<string>();
  collect(body, '', fields);
  return [...fields].flatMap((field) => {
    const [name = '', kind = ''] = field.split(' ');
    const described = KINDS.get(`${type} ${name}`);
    if (described === undefined) return [`${name} is not described for type ${type}`];
    const fits = described === kind || (described === 'number' && kind === 'integer');
    return fits ? [] : [`${name} is described as ${described}, not ${kind}`];
  });
}
