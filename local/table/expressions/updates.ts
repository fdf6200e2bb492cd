import { invalid } from '../failure';
import { sumOf } from '../numbers';
import { type Item, isList, isMap, isNumber, ownEntry, typeOf, type Value, ValueSet } from '../values';
import { type Operand, readOperand } from './conditions';
import { type MakePath, type Path, readPath, valueAt, withValue } from './paths';
import { type Given, parser, type Reader } from './reader';

interface Action {
  readonly path: MakePath;
  /** The value afterwards. Undefined removes the attribute. `found` is the value at the path. */
  readonly after: (before: Item, found: Value | undefined, given: Given) => Value | undefined;
}

/** Source of the grammar: DynamoDB developer guide, "Update expressions". */
export const parseUpdate = parser('UpdateExpression', (reader): readonly Action[] => {
  const actions: Action[] = [];
  const seen = new Set<string>();
  while (reader.peek() !== '') {
    const clause = reader.peek().toUpperCase();
    const readAction = CLAUSES[clause] ?? reader.fail();
    reader.next();
    if (seen.has(clause))
      throw invalid(`Invalid UpdateExpression: The "${clause}" section can only be used once in an update expression;`);
    seen.add(clause);
    do actions.push(readAction(reader));
    while (reader.take(','));
  }
  return actions;
});

const CLAUSES: Readonly<Record<string, (reader: Reader) => Action>> = {
  SET: (reader) => {
    const path = readPath(reader);
    reader.need('=');
    const value = readSum(reader);
    return { path, after: (before, _found, given) => present(value(before, given)) };
  },
  REMOVE: (reader) => ({ path: readPath(reader), after: () => undefined }),
  ADD: (reader) => readChange(reader, added),
  DELETE: (reader) => readChange(reader, without),
};

function readChange(reader: Reader, changed: (found: Value | undefined, value: Value) => Value | undefined): Action {
  const path = readPath(reader);
  const value = reader.value();
  return { path, after: (_before, found, given) => changed(found, value(given)) };
}

const WRONG_TYPE = 'An operand in the update expression has an incorrect data type';

function readSum(reader: Reader): Operand {
  const left = readTerm(reader);
  const sign = reader.peek();
  if (sign !== '+' && sign !== '-') return left;
  reader.next();
  const right = readTerm(reader);
  return (item, given) => {
    const [one, other] = [present(left(item, given)), present(right(item, given))];
    if (!isNumber(one) || !isNumber(other)) throw invalid(WRONG_TYPE);
    return sumOf(one, other, sign === '+' ? 1 : -1);
  };
}

function readTerm(reader: Reader): Operand {
  if (reader.take('IF_NOT_EXISTS')) {
    reader.need('(');
    const path = readPath(reader);
    reader.need(',');
    const otherwise = readTerm(reader);
    reader.need(')');
    return (item, given) => valueAt(item, path(given)) ?? otherwise(item, given);
  }
  if (reader.take('LIST_APPEND')) {
    reader.need('(');
    const one = readTerm(reader);
    reader.need(',');
    const other = readTerm(reader);
    reader.need(')');
    return (item, given) => {
      const [left, right] = [present(one(item, given)), present(other(item, given))];
      if (!isList(left) || !isList(right)) throw invalid(WRONG_TYPE);
      return [...left, ...right];
    };
  }
  return readOperand(reader);
}

function present(value: Value | undefined): Value {
  if (value === undefined)
    throw invalid('The provided expression refers to an attribute that does not exist in the item');
  return value;
}

function added(found: Value | undefined, value: Value): Value {
  if (!isNumber(value) && !(value instanceof ValueSet))
    throw invalid(
      `Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ADD, operand type: ${typeOf(value)}`,
    );
  if (found === undefined) return value;
  if (isNumber(value) && isNumber(found)) return sumOf(found, value);
  const [own, more] = setsOf(found, value);
  return new ValueSet(own.type, [...new Set([...own.members, ...more.members])]);
}

/** A set that becomes empty is removed. */
function without(found: Value | undefined, value: Value): Value | undefined {
  if (found === undefined) return undefined;
  const [own, gone] = setsOf(found, value);
  const left = own.members.filter((member) => !gone.members.includes(member));
  return left.length > 0 ? new ValueSet(own.type, left) : undefined;
}

function setsOf(found: Value, value: Value): [ValueSet, ValueSet] {
  if (found instanceof ValueSet && value instanceof ValueSet && found.type === value.type) return [found, value];
  throw invalid(WRONG_TYPE);
}

/** The paths of an update, without those of other updates inside them. Throws ValidationException when two overlap. */
export function changedPaths(actions: readonly Action[], given: Given): readonly Path[] {
  const paths = actions.map(({ path }) => path(given));
  for (const [index, path] of paths.entries()) {
    const other = paths.slice(0, index).find((before) => overlap(before, path));
    if (other)
      throw invalid(
        'Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; ' +
          `path one: [${other.join(', ')}], path two: [${path.join(', ')}]`,
      );
  }
  return paths;
}

const overlap = (one: Path, other: Path): boolean =>
  one.slice(0, other.length).every((step, index) => step === other[index]);

/** The item after the update. All actions read the item from before it. */
export function updated(before: Item, actions: readonly Action[], given: Given): Item {
  const paths = changedPaths(actions, given);
  const after: Record<string, Value> = { ...before };
  for (const [index, action] of actions.entries()) {
    const [name = '', ...rest] = paths[index] ?? [];
    const value = action.after(before, valueAt(before, [name, ...rest]), given);
    if (rest.length > 0) setInside(after, String(name), rest, value);
    else if (value === undefined) delete after[name];
    else after[name] = value;
  }
  return after;
}

function setInside(item: Record<string, Value>, name: string, rest: Path, value: Value | undefined): void {
  const whole = ownEntry(item, name);
  const parent = whole === undefined ? undefined : valueAt({ whole }, ['whole', ...rest.slice(0, -1)]);
  const isThere = typeof rest.at(-1) === 'number' ? isList(parent) : isMap(parent);
  if (whole === undefined || !isThere)
    throw invalid('The document path provided in the update expression is invalid for update');
  item[name] = withValue(whole, rest, value);
}
