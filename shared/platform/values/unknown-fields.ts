import * as v from 'valibot';
import { said, type Text } from './text';

type Key = string | number;

interface Names {
  /** The messages of fields that need their own. */
  readonly sentences?: Readonly<Record<string, Text>>;
  /** The record's own answer: a client may send it back, and its other fields change nothing. */
  readonly answer?: () => v.GenericSchema;
}

/**
 * The schema, but a request with a field that the schema does not have is refused by the field's name. For stored records
 * and answers use the plain schema.
 */
export function refusingUnknown<const S extends v.GenericSchema>(schema: S, { sentences = {}, answer }: Names = {}): S {
  const names = v.pipe(
    v.unknown(),
    v.rawCheck(({ dataset, config, addIssue }) => {
      const path = unknownField(schema, dataset.value, answer?.() ?? {});
      if (path === undefined) return;
      const message = said(sentence(sentences, String(path.at(-1))))(config);
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

const sentence = (sentences: Readonly<Record<string, Text>>, name: string): Text =>
  (Object.hasOwn(sentences, name) ? sentences[name] : undefined) ?? {
    en: 'This field is not accepted here. Remove it.',
    es: 'Aquí no se admite este campo. Quítelo.',
  };

/** The schema inside of optional and nullable ones. */
const inside = (schema: object): object => ('wrapped' in schema ? inside(Object(schema.wrapped)) : schema);

/** The path of the first field that neither the schema nor the answer has. */
function unknownField(outer: object, value: unknown, outerAnswer: object): Key[] | undefined {
  const [schema, answer] = [inside(outer), inside(outerAnswer)];
  if ('item' in schema && Array.isArray(value))
    return unknownItem(Object(schema.item), value, 'item' in answer ? Object(answer.item) : {});
  if ('entries' in schema && typeof value === 'object' && value !== null && !Array.isArray(value))
    return unknownEntry(Object(schema.entries), value, 'entries' in answer ? Object(answer.entries) : {});
  return undefined;
}

function unknownItem(item: object, values: readonly unknown[], answer: object): Key[] | undefined {
  for (const [index, value] of values.entries()) {
    const rest = unknownField(item, value, answer);
    if (rest) return [index, ...rest];
  }
  return undefined;
}

type Entries = Readonly<Record<string, unknown>>;

function unknownEntry(entries: Entries, value: object, answered: Entries): Key[] | undefined {
  for (const [name, inner] of Object.entries(value)) {
    const isAnswered = Object.hasOwn(answered, name);
    if (!Object.hasOwn(entries, name)) {
      if (isAnswered) continue;
      return [name];
    }
    const rest = unknownField(Object(entries[name]), inner, isAnswered ? Object(answered[name]) : {});
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
