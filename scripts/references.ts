export const REFERENCE = '#/components/schemas/';

const IN_TEXT = /"#\/components\/schemas\/((?:input|output):\w+)"/g;

/** The referenced schemas, as `side:name`. */
export const namesWithin = (value: unknown): string[] => [
  ...new Set([...(JSON.stringify(value) ?? '').matchAll(IN_TEXT)].map(([, name]) => name ?? '')),
];

interface WithSchemas {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/**
 * Gives the components and their references the final names. An input schema gets the suffix `Input` when an output
 * schema has the same name.
 */
export function settled<D extends WithSchemas>(document: D): D {
  const { schemas } = document.components;
  const finalName = (key: string): string => {
    const [side, name = ''] = key.split(':');
    return side === 'input' && `output:${name}` in schemas ? `${name}Input` : name;
  };
  const renamed = Object.entries(schemas).map(([key, schema]): [string, unknown] => [finalName(key), schema]);
  const sorted = renamed.sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify({
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(sorted) },
  });
  return JSON.parse(text.replace(IN_TEXT, (_, key: string) => `"${REFERENCE}${finalName(key)}"`));
}
