import { isDeepStrictEqual } from 'node:util';

/** A condition of a write. DynamoDB writes only if the stored item meets all parts. An absent attribute is equal to no value. */
export interface Condition {
  /** Default for updates and checks: true, so that an update never creates an item. An explicit undefined removes this check. */
  readonly exists?: boolean | undefined;
  readonly equals?: Attributes;
  readonly differs?: Attributes;
  readonly oneOf?: Readonly<Record<string, readonly unknown[]>>;
  readonly absent?: readonly string[];
  /** Absent, or not above the value. */
  readonly absentOrAtMost?: Attributes;
  readonly above?: Attributes;
  /** Absent, or not above the bound, unless another attribute has the given value. */
  readonly atMostUnless?: Readonly<Record<string, AtMostUnless>>;
  /** A map has at most this many entries. */
  readonly sizeAtMost?: Readonly<Record<string, number>>;
  /** A map has an entry of this name. */
  readonly holds?: Readonly<Record<string, string>>;
  /** A map is absent, or its entry stands in this order to the value. */
  readonly absentOrEntry?: Readonly<Record<string, EntryOrder>>;
  /** No element of a list of objects has the value. */
  readonly noneWith?: Readonly<Record<string, NoneWith>>;
}

interface AtMostUnless {
  readonly bound: string | number;
  readonly unless: { readonly attribute: string; readonly is: string };
}

interface EntryOrder {
  readonly name: string;
  readonly is: '<=' | '>=';
  readonly value: string;
}

interface NoneWith {
  readonly field: string;
  readonly value: string;
  /** The maximum length of the list: the condition tests each place. */
  readonly most: number;
}

/**
 * Joins two conditions: the result holds when both hold. Throws when both check the same attribute for different values: a condition has
 * one value per attribute, so one of the checks would be lost.
 */
export function allOf(one: Condition, other: Condition): Condition {
  if ('exists' in one && 'exists' in other && one.exists !== other.exists) throw new ConditionsDiffer('exists');
  return {
    ...one,
    ...other,
    ...both('equals', one.equals, other.equals),
    ...both('differs', one.differs, other.differs),
    ...both('oneOf', one.oneOf, other.oneOf),
    ...both('absentOrAtMost', one.absentOrAtMost, other.absentOrAtMost),
    ...both('above', one.above, other.above),
    ...both('atMostUnless', one.atMostUnless, other.atMostUnless),
    ...both('noneWith', one.noneWith, other.noneWith),
    ...both('sizeAtMost', one.sizeAtMost, other.sizeAtMost),
    ...both('holds', one.holds, other.holds),
    ...both('absentOrEntry', one.absentOrEntry, other.absentOrEntry),
    ...((one.absent ?? other.absent) && { absent: [...(one.absent ?? []), ...(other.absent ?? [])] }),
  };
}

/** Two conditions check one attribute for different values. */
class ConditionsDiffer extends Error {
  constructor(attribute: string) {
    super(`Two conditions on "${attribute}" differ.`);
  }
}

function both<T>(
  kind: keyof Condition,
  one: Readonly<Record<string, T>> | undefined,
  other: Readonly<Record<string, T>> | undefined,
) {
  if (one === undefined || other === undefined) return {};
  const merged: Record<string, T> = { ...one };
  for (const [attribute, value] of Object.entries(other)) {
    const known = one[attribute];
    if (value === undefined) continue;
    if (known !== undefined && !isDeepStrictEqual(known, value)) throw new ConditionsDiffer(attribute);
    merged[attribute] = value;
  }
  return { [kind]: merged };
}

/** The fields have the values that were read; a field that was absent is still absent. */
export const unchanged = <T extends object>(record: T, fields: readonly (keyof T & string)[]) => ({
  equals: Object.fromEntries(fields.map((field) => [field, record[field]])),
  absent: fields.filter((field) => record[field] === undefined),
});

export interface Change {
  /** An undefined value is skipped; `remove` names the attributes to remove. */
  readonly set?: Attributes;
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
  /** Adds elements to the end of a list, which may be absent. */
  readonly append?: Readonly<Record<string, unknown>>;
  /** Sets one entry of a map. The map must exist. */
  readonly setEntry?: Readonly<Record<string, { readonly name: string; readonly value: unknown }>>;
  /** Removes entries of a map. The map must exist. */
  readonly removeEntries?: Readonly<Record<string, readonly string[]>>;
}

export type Attributes = Readonly<Record<string, unknown>>;

export interface Expressions {
  readonly condition?: string;
  readonly update?: string;
  readonly names?: Record<string, string>;
  readonly values?: Record<string, unknown>;
}

/** Writes a condition and a change as DynamoDB expressions with a placeholder for each name and value. */
export function expressionsFor(condition: Condition, change: Change = {}): Expressions {
  const { names, values, name, value } = placeholders();
  const conditions: string[] = [];
  const { exists, equals, differs, oneOf, absent = [], absentOrAtMost, above, atMostUnless, noneWith } = condition;
  const { sizeAtMost, holds, absentOrEntry } = condition;
  if (exists !== undefined) conditions.push(`${exists ? 'attribute_exists' : 'attribute_not_exists'}(${name('pk')})`);
  each(conditions, equals, (attribute, wanted) => `${name(attribute)} = ${value(wanted)}`);
  each(conditions, differs, (attribute, unwanted) => `${name(attribute)} <> ${value(unwanted)}`);
  each(conditions, oneOf, (attribute, wanted) => `${name(attribute)} IN (${wanted.map(value).join(', ')})`);
  for (const attribute of absent) conditions.push(`attribute_not_exists(${name(attribute)})`);
  each(conditions, absentOrAtMost, (attribute, bound) => {
    const placeholder = name(attribute);
    return `(attribute_not_exists(${placeholder}) OR ${placeholder} <= ${value(bound)})`;
  });
  each(conditions, above, (attribute, bound) => `${name(attribute)} > ${value(bound)}`);
  each(conditions, atMostUnless, (attribute, { bound, unless }) => {
    const placeholder = name(attribute);
    const exception = `${name(unless.attribute)} = ${value(unless.is)}`;
    return `(attribute_not_exists(${placeholder}) OR ${placeholder} <= ${value(bound)} OR ${exception})`;
  });
  each(conditions, noneWith, (attribute, { field, value: unwanted, most }) => {
    // A path to a missing element is equal to no value, so that a shorter list holds. DynamoDB's `contains` finds only
    // whole elements.
    const [list, place] = [name(attribute), `${name(field)} <> ${value(unwanted)}`];
    return Array.from({ length: most }, (_, index) => `${list}[${index}].${place}`).join(' AND ');
  });
  each(conditions, sizeAtMost, (attribute, most) => `size(${name(attribute)}) <= ${value(most)}`);
  each(conditions, holds, (attribute, entry) => `attribute_exists(${name(attribute)}.${name(entry)})`);
  each(conditions, absentOrEntry, (attribute, entry) => {
    const map = name(attribute);
    return `(attribute_not_exists(${map}) OR ${map}.${name(entry.name)} ${entry.is} ${value(entry.value)})`;
  });
  const { set, add, remove = [], append, setEntry, removeEntries } = change;
  const clauses: string[] = [];
  clause(clauses, 'SET', [
    ...each([], set, (attribute, wanted) => `${name(attribute)} = ${value(wanted)}`),
    ...each([], append, (attribute, more) => {
      const list = name(attribute);
      return `${list} = list_append(if_not_exists(${list}, ${value([])}), ${value(more)})`;
    }),
    ...each([], setEntry, (attribute, entry) => `${name(attribute)}.${name(entry.name)} = ${value(entry.value)}`),
  ]);
  clause(
    clauses,
    'ADD',
    each([], add, (attribute, amount) => `${name(attribute)} ${value(amount)}`),
  );
  const entries = Object.entries(removeEntries ?? {}).flatMap(([attribute, names]) =>
    names.map((entry) => `${name(attribute)}.${name(entry)}`),
  );
  clause(clauses, 'REMOVE', [...remove.map(name), ...entries]);
  return {
    ...(conditions.length > 0 && { condition: conditions.join(' AND ') }),
    ...(clauses.length > 0 && { update: clauses.join(' ') }),
    ...(names.size > 0 && { names: namesOf(names) }),
    ...(values.count > 0 && { values: values.map }),
  };
}

function placeholders() {
  const names = new Map<string, string>();
  const values: { count: number; readonly map: Record<string, unknown> } = { count: 0, map: {} };
  return {
    names,
    values,
    name(attribute: string): string {
      const known = names.get(attribute);
      if (known !== undefined) return known;
      const placeholder = `#n${names.size}`;
      names.set(attribute, placeholder);
      return placeholder;
    },
    value(wanted: unknown): string {
      const placeholder = `:v${values.count}`;
      values.count += 1;
      values.map[placeholder] = wanted;
      return placeholder;
    },
  };
}

function namesOf(names: ReadonlyMap<string, string>): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [attribute, placeholder] of names) attributes[placeholder] = attribute;
  return attributes;
}

/** Adds one text for each attribute that has a value. */
function each<T>(
  texts: string[],
  map: Readonly<Record<string, T>> | undefined,
  write: (attribute: string, value: T) => string,
): string[] {
  for (const attribute in map) {
    const value = map[attribute];
    if (value !== undefined) texts.push(write(attribute, value));
  }
  return texts;
}

function clause(clauses: string[], keyword: string, parts: readonly string[]): void {
  if (parts.length > 0) clauses.push(`${keyword} ${parts.join(', ')}`);
}
