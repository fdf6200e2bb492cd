/** What must hold of the item for a write to happen. All of it; an attribute that is not there equals nothing. */
export interface Condition {
  /** Default for updates and checks is true: an update never makes an item by accident. Undefined, said so, asks nothing of it. */
  readonly exists?: boolean | undefined;
  readonly equals?: Attributes;
  readonly differs?: Attributes;
  readonly oneOf?: Readonly<Record<string, readonly unknown[]>>;
  readonly absent?: readonly string[];
  /** Not there, or not above the value. */
  readonly absentOrAtMost?: Attributes;
  readonly above?: Attributes;
}

/** What holds only where both hold. */
export const both = (one: Condition, other: Condition): Condition => ({
  ...one,
  ...other,
  equals: { ...one.equals, ...other.equals },
  differs: { ...one.differs, ...other.differs },
  absent: [...(one.absent ?? []), ...(other.absent ?? [])],
});

/** That fields still are as they were read; one that was not there still is not. */
export const asRead = <T extends object>(record: T, fields: readonly (keyof T & string)[]) => ({
  equals: Object.fromEntries(fields.map((field) => [field, record[field]])),
  absent: fields.filter((field) => record[field] === undefined),
});

export interface Change {
  /** An undefined value is passed over; to take an attribute away, name it in `remove`. */
  readonly set?: Attributes;
  readonly add?: Readonly<Record<string, number>>;
  readonly remove?: readonly string[];
}

export type Attributes = Readonly<Record<string, unknown>>;

export interface Expressions {
  readonly condition?: string;
  readonly update?: string;
  readonly names?: Record<string, string>;
  readonly values?: Record<string, unknown>;
}

/** Writes a condition and a change as DynamoDB expressions, every name and value by placeholder. */
export function expressionsFor(condition: Condition, change: Change = {}): Expressions {
  const { name, value, names, values } = placeholders();
  const conditions = [
    ...(condition.exists === undefined
      ? []
      : [`${condition.exists ? 'attribute_exists' : 'attribute_not_exists'}(${name('pk')})`]),
    ...each(condition.equals, (attribute, wanted) => `${name(attribute)} = ${value(wanted)}`),
    ...each(condition.differs, (attribute, unwanted) => `${name(attribute)} <> ${value(unwanted)}`),
    ...each(condition.oneOf, (attribute, wanted) => `${name(attribute)} IN (${wanted.map(value).join(', ')})`),
    ...(condition.absent ?? []).map((attribute) => `attribute_not_exists(${name(attribute)})`),
    ...each(
      condition.absentOrAtMost,
      (attribute, bound) => `(attribute_not_exists(${name(attribute)}) OR ${name(attribute)} <= ${value(bound)})`,
    ),
    ...each(condition.above, (attribute, bound) => `${name(attribute)} > ${value(bound)}`),
  ];
  const clauses = [
    clause(
      'SET',
      each(change.set, (attribute, wanted) => `${name(attribute)} = ${value(wanted)}`),
    ),
    clause(
      'ADD',
      each(change.add, (attribute, amount) => `${name(attribute)} ${value(amount)}`),
    ),
    clause('REMOVE', (change.remove ?? []).map(name)),
  ].filter((text) => text !== '');
  return {
    ...(conditions.length > 0 && { condition: conditions.join(' AND ') }),
    ...(clauses.length > 0 && { update: clauses.join(' ') }),
    ...(names.size > 0 && {
      names: Object.fromEntries([...names].map(([attribute, placeholder]) => [placeholder, attribute])),
    }),
    ...(values.length > 0 && { values: Object.fromEntries(values.map((one, index) => [`:v${index}`, one])) }),
  };
}

function placeholders() {
  const names = new Map<string, string>();
  const values: unknown[] = [];
  return {
    names,
    values,
    name(attribute: string): string {
      const placeholder = names.get(attribute) ?? `#n${names.size}`;
      names.set(attribute, placeholder);
      return placeholder;
    },
    value: (wanted: unknown): string => `:v${values.push(wanted) - 1}`,
  };
}

function each<T>(
  map: Readonly<Record<string, T>> | undefined,
  write: (attribute: string, value: T) => string,
): string[] {
  return Object.entries(map ?? {}).flatMap(([attribute, value]) =>
    value === undefined ? [] : [write(attribute, value)],
  );
}

const clause = (keyword: string, parts: readonly string[]): string =>
  parts.length > 0 ? `${keyword} ${parts.join(', ')}` : '';
