export type Attributes = Readonly<Record<string, unknown>>;

interface Expression {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Attributes | undefined;
}

type Test = (item: Attributes | undefined, given: { names: Record<string, string>; values: Attributes }) => boolean;

/** The forms that `shared/platform/table/expression.ts` writes. Any other form is a mistake in a test. */
const FORMS: readonly [RegExp, (...parts: string[]) => Test][] = [
  [/^attribute_exists\((#\w+)\)$/, (name) => (item, given) => foundAt(item, name, given.names) !== undefined],
  [/^attribute_not_exists\((#\w+)\)$/, (name) => (item, given) => foundAt(item, name, given.names) === undefined],
  [
    /^(#\w+) = (:\w+)$/,
    (name, value) => (item, given) => isEqual(foundAt(item, name, given.names), given.values[value]),
  ],
  [
    /^(#\w+) <> (:\w+)$/,
    (name, value) => (item, given) => !isEqual(foundAt(item, name, given.names), given.values[value]),
  ],
  [
    /^(#\w+) IN \((.*)\)$/,
    (name, list) => {
      const wanted = list.split(', ');
      return (item, given) => wanted.some((one) => isEqual(foundAt(item, name, given.names), given.values[one]));
    },
  ],
  [
    /^\(attribute_not_exists\((#\w+)\) OR #\w+ <= (:\w+)\)$/,
    (name, value) => (item, given) => {
      const found = foundAt(item, name, given.names);
      return found === undefined || compare(found, given.values[value], (order) => order <= 0);
    },
  ],
  [
    /^(#\w+) > (:\w+)$/,
    (name, value) => (item, given) =>
      compare(foundAt(item, name, given.names), given.values[value], (order) => order > 0),
  ],
  [
    /^\(attribute_not_exists\((#\w+)\) OR #\w+ <= (:\w+) OR (#\w+) = (:\w+)\)$/,
    (name, bound, other, value) => (item, given) => {
      const found = foundAt(item, name, given.names);
      return (
        found === undefined ||
        compare(found, given.values[bound], (order) => order <= 0) ||
        isEqual(foundAt(item, other, given.names), given.values[value])
      );
    },
  ],
  [
    /^size\((#\w+)\) <= (:\w+)$/,
    (name, value) => (item, given) => {
      const found = foundAt(item, name, given.names);
      if (typeof found !== 'object' || found === null) return false;
      return compare(Object.keys(found).length, given.values[value], (order) => order <= 0);
    },
  ],
  [
    /^attribute_exists\((#\w+)\.(#\w+)\)$/,
    (name, entry) => (item, given) => {
      const found = foundAt(item, name, given.names);
      return found instanceof Object && Object.hasOwn(found, given.names[entry] ?? '');
    },
  ],
  [
    /^(#\w+)\[(\d+)\]\.(#\w+) <> (:\w+)$/,
    (list, index, field, value) => (item, given) => {
      const found = foundAt(item, list, given.names);
      const element: unknown = Array.isArray(found) ? found[Number(index)] : undefined;
      const held = element instanceof Object ? Reflect.get(element, given.names[field] ?? '') : undefined;
      return !isEqual(held, given.values[value]);
    },
  ],
];

const foundAt = (item: Attributes | undefined, placeholder: string, names: Record<string, string>): unknown =>
  item?.[names[placeholder] ?? ''];

/** Values of different types are not comparable. */
function compare(one: unknown, other: unknown, holds: (order: number) => boolean): boolean {
  if (typeof one === 'number' && typeof other === 'number') return holds(one - other);
  if (typeof one === 'string' && typeof other === 'string') return holds(one < other ? -1 : one > other ? 1 : 0);
  return false;
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [present(one), present(other)];
  return left.size === right.size && [...left].every(([name, value]) => isEqual(value, right.get(name)));
}

const present = (value: object): Map<string, unknown> =>
  new Map(Object.entries(value).filter(([, one]) => one !== undefined));

const parsed = new Map<string, readonly Test[]>();

function parse(text: string): readonly Test[] {
  const known = parsed.get(text);
  if (known) return known;
  const tests = text.split(' AND ').map((part) => {
    for (const [form, make] of FORMS) {
      const match = form.exec(part);
      if (match) return make(...match.slice(1));
    }
    throw new Error(`The table in memory cannot read the condition ${part}`);
  });
  parsed.set(text, tests);
  return tests;
}

export function conditionHolds(
  { ConditionExpression: text, ...expression }: Expression & { readonly ConditionExpression?: string | undefined },
  item: Attributes | undefined,
): boolean {
  if (text === undefined) return true;
  const given = {
    names: expression.ExpressionAttributeNames ?? {},
    values: expression.ExpressionAttributeValues ?? {},
  };
  return parse(text).every((test) => test(item, given));
}

/** DynamoDB's error for a request that is invalid for every item. */
export const invalidRequest = (message: string): Error =>
  Object.assign(new Error(message), { name: 'ValidationException' });

interface Change {
  readonly set: readonly (readonly [string, string])[];
  readonly add: readonly (readonly [string, string])[];
  readonly remove: readonly string[];
}

const changes = new Map<string, Change>();

function changeOf(text: string): Change {
  const known = changes.get(text);
  if (known) return known;
  const clause = (keyword: string): string[] => {
    const found = new RegExp(`(?:^| )${keyword} (.*?)(?= (?:SET|ADD|REMOVE) |$)`).exec(text);
    return found?.[1]?.split(', ') ?? [];
  };
  const pair = (part: string, by: string): [string, string] => {
    const [name = '', value = ''] = part.split(by);
    return [name, value];
  };
  const change = {
    set: clause('SET').map((part) => pair(part, ' = ')),
    add: clause('ADD').map((part) => pair(part, ' ')),
    remove: clause('REMOVE'),
  };
  const written = [...change.set, ...change.add].map(([name]) => name).concat(change.remove);
  if (new Set(written).size < written.length) {
    throw invalidRequest('Invalid UpdateExpression: Two document paths overlap with each other');
  }
  changes.set(text, change);
  return change;
}

/** The item after an update. */
export function updated(
  item: Attributes,
  update: Expression & { readonly UpdateExpression: string; readonly values: Attributes },
): Attributes {
  const names = update.ExpressionAttributeNames ?? {};
  const { set, add, remove } = changeOf(update.UpdateExpression);
  const after: Record<string, unknown> = { ...item };
  for (const [name, value] of set) setAt(after, name, names, update.values[value]);
  for (const [name, value] of add) {
    const attribute = names[name] ?? '';
    const present = after[attribute] ?? 0;
    if (typeof present !== 'number')
      throw invalidRequest('An operand in the update expression has an incorrect data type');
    after[attribute] = present + Number(update.values[value]);
  }
  for (const name of remove) setAt(after, name, names, undefined);
  return after;
}

/** Sets or deletes an attribute (`#a`) or an entry of a map (`#a.#b`). */
function setAt(item: Record<string, unknown>, path: string, names: Record<string, string>, value: unknown): void {
  const [attribute = '', entry] = path.split('.').map((name) => names[name] ?? '');
  const map = entry === undefined ? item : { ...entriesOf(item[attribute]) };
  const last = entry ?? attribute;
  if (value === undefined) delete map[last];
  else map[last] = value;
  if (entry !== undefined) item[attribute] = map;
}

function entriesOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value));
  throw invalidRequest('The document path provided in the update expression is invalid for update');
}
