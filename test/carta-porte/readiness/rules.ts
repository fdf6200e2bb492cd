import type { readyFreight } from '../../support/freight';

export type Given = ReturnType<typeof readyFreight>;

/** One change of a valid invoice and the exact findings that it must cause: source, code and field. The change may set several fields. */
export interface Rule {
  readonly name: string;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly finds: readonly string[];
}

export const rule = (name: string, changes: Rule['changes'], ...finds: string[]): Rule => ({ name, changes, finds });

/**
 * Rules for a text of `minimum` to `maximum` characters without `|`: lengths one below, at, and one above each limit. `finds` is the
 * finding for a wrong text.
 */
export function textRules(
  name: string,
  path: string,
  minimum: number,
  maximum: number,
  wrong: string,
  absent = wrong,
): Rule[] {
  const of = (length: number, ...finds: string[]) =>
    rule(`${name}, ${length} characters`, { [path]: 'x'.repeat(length) }, ...finds);
  return [
    rule(`${name}, none`, { [path]: ' ' }, absent),
    ...(minimum > 1 ? [of(minimum - 1, wrong)] : []),
    of(minimum),
    of(maximum),
    rule(`${name}, ${maximum} characters beyond the first plane`, { [path]: '🚚'.repeat(maximum) }),
    of(maximum + 1, wrong),
    rule(`${name} with the separator`, { [path]: 'x|xxxxx' }, wrong),
  ];
}

/** Returns the input with some fields set, named by their paths: `invoice.items[0].price`. */
export const withChanges = (given: Given, changes: Rule['changes']): Given => {
  const copy = structuredClone(given);
  for (const [path, value] of Object.entries(changes)) set(copy, path.split(/[.[\]]+/).filter(Boolean), value);
  return copy;
};

function set(target: object, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    Reflect.set(target, first, value);
    return;
  }
  const inner: unknown = Reflect.get(target, first);
  if (typeof inner !== 'object' || inner === null) throw new Error(`There is no ${first} to change something in.`);
  set(inner, rest, value);
}
