/** Where a value is in a body: the names of the fields and the places in lists. */
export type Path = readonly (string | number)[];

export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** All values of a body that are neither objects nor lists. An empty list counts as a value. */
export function* leavesOf(body: unknown, path: Path = []): Generator<Leaf> {
  const isParent = typeof body === 'object' && body !== null && Object.keys(body).length > 0;
  if (!isParent) {
    yield { path, value: body };
    return;
  }
  const names = Array.isArray(body) ? body.keys() : Object.keys(body);
  for (const name of names) yield* leavesOf(Reflect.get(body, name), [...path, name]);
}

/** A copy of a body with one value changed, or removed if it becomes undefined. */
export function withValue(body: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(body);
  const parent = path.slice(0, -1).reduce((at, name) => Object(Reflect.get(Object(at), name)), Object(copy));
  const last = path.at(-1) ?? '';
  if (value !== undefined) Reflect.set(parent, last, value);
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return copy;
}

/** A path as the provider's description writes it: `items[].product.price`. */
export const fieldName = (path: Path): string =>
  path.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[]` : name === '' ? part : `${name}.${part}`),
    '',
  );
