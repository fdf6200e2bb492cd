import * as v from 'valibot';

const Json = v.record(v.string(), v.unknown());
const Described = v.looseObject({ description: v.pipe(v.string(), v.nonEmpty()) });

/**
 * The fields, parameters and operations of an OpenAPI document that have no description, or one that only repeats the
 * name, or one of several lines. Each is named by its path in the document.
 */
export const undescribedIn = (document: unknown): string[] => faultsIn(document, []);

function faultsIn(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => faultsIn(one, [...path, String(index)]));
  if (!v.is(Json, value)) return [];
  const own = namedIn(value).filter(([name, one]) => !isSaid(name, one));
  const inner = Object.entries(value).filter(([key]) => !SHOWN.has(key));
  return [
    ...own.map(([name, one]) => `${[...path, name].join('/')}: ${fault(one)}`),
    ...inner.flatMap(([key, one]) => faultsIn(one, [...path, key])),
  ];
}

/** Examples are values and no schemas. */
const SHOWN: ReadonlySet<string> = new Set(['example', 'examples']);

/** The properties of an object schema, a parameter, or an operation. */
function namedIn(value: Readonly<Record<string, unknown>>): [name: string, described: unknown][] {
  const { properties, name, operationId } = value;
  // A schema may have a property of the name "properties", but no schema is the value of its own `name`.
  const fields = v.is(Json, properties) && !v.is(v.string(), properties.type) ? Object.entries(properties) : [];
  const parameter: [string, unknown][] = typeof name === 'string' && 'in' in value ? [[name, value]] : [];
  const operation: [string, unknown][] = typeof operationId === 'string' ? [[operationId, value]] : [];
  return [...fields, ...parameter, ...operation];
}

function isSaid(name: string, value: unknown): boolean {
  if (!v.is(Described, value)) return false;
  if ('operationId' in value) return true;
  return !value.description.includes('\n') && !isRepetition(name, value.description);
}

const fault = (value: unknown): string =>
  v.is(Described, value) ? `"${value.description}" says no more than the name` : 'no description';

const FILLERS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'its', 'is', 'this', 'record']);

const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? [];

/** "The boxId.", "Start date." */
function isRepetition(name: string, description: string): boolean {
  const known = new Set(wordsOf(name));
  return wordsOf(description).every((word) => known.has(word) || FILLERS.has(word));
}
