import * as v from 'valibot';

type Key = string | number;

/**
 * The schema, but a request with a field that the schema does not have is refused by the field's name. `sentences` holds
 * the messages of fields that need their own. For stored records and answers use the plain schema.
 */
export function refusingUnknown<const S extends v.GenericSchema>(
  schema: S,
  sentences: Readonly<Record<string, string>> = {},
): v.GenericSchema<v.InferInput<S>, v.InferOutput<S>> {
  const names = v.pipe(
    v.unknown(),
    v.rawCheck(({ dataset, addIssue }) => {
      const path = unknownField(schema, dataset.value);
      if (path === undefined) return;
      const message = sentence(sentences, String(path.at(-1)));
      addIssue({ message, path: pathItems(dataset.value, path) });
    }),
  );
  return {
    ...schema,
    '~run': (dataset, config) => {
      const { issues } = names['~run']({ value: dataset.value }, config);
      return issues ? { typed: false, value: dataset.value, issues } : schema['~run'](dataset, config);
    },
  };
}

const sentence = (sentences: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(sentences, name) ? sentences[name] : undefined) ?? 'This field is not accepted here. Remove it.';

/** The path of the first field that the schema does not have. */
function unknownField(schema: object, value: unknown): Key[] | undefined {
  if ('wrapped' in schema) return unknownField(Object(schema.wrapped), value);
  if ('item' in schema && Array.isArray(value)) return unknownItem(Object(schema.item), value);
  if ('entries' in schema && typeof value === 'object' && value !== null && !Array.isArray(value))
    return unknownEntry(Object(schema.entries), value);
  return undefined;
}

function unknownItem(item: object, values: readonly unknown[]): Key[] | undefined {
  for (const [index, value] of values.entries()) {
    const rest = unknownField(item, value);
    if (rest) return [index, ...rest];
  }
  return undefined;
}

function unknownEntry(entries: Readonly<Record<string, unknown>>, value: object): Key[] | undefined {
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(entries, name)) return [name];
    const rest = unknownField(Object(entries[name]), inner);
    if (rest) return [name, ...rest];
  }
  return undefined;
}

/** The path of an issue, for a check that finds a field below its schema. */
export function pathItems(
  input: unknown,
  [first = '', ...rest]: readonly Key[],
): [v.IssuePathItem, ...v.IssuePathItem[]] {
  const value: unknown = Object(input)[first];
  const item: v.IssuePathItem = { type: 'unknown', origin: 'value', input, key: first, value };
  return rest.length === 0 ? [item] : [item, ...pathItems(value, rest)];
}
