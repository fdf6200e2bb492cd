import { invalid } from '../failure';
import { compareValues, type Item, isEqual, isList, isMap, typeOf, type Value, ValueSet } from '../values';
import { readPath, valueAt } from './paths';
import { type Given, parser, type Reader } from './reader';

/** Whether an item, or the lack of one, meets an expression. */
export type Test = (item: Item | undefined, given: Given) => boolean;
export type Operand = (item: Item | undefined, given: Given) => Value | undefined;

/** Source of the grammar: DynamoDB developer guide, "Condition and filter expressions, operators, and functions". */
export const parseCondition = parser('ConditionExpression', readAlternatives);
export const parseFilter = parser('FilterExpression', readAlternatives);

function readAlternatives(reader: Reader): Test {
  const parts = [readAll(reader)];
  while (reader.take('OR')) parts.push(readAll(reader));
  return (item, given) => parts.some((test) => test(item, given));
}

function readAll(reader: Reader): Test {
  const parts = [readOne(reader)];
  while (reader.take('AND')) parts.push(readOne(reader));
  return (item, given) => parts.every((test) => test(item, given));
}

function readOne(reader: Reader): Test {
  if (reader.take('NOT')) {
    const test = readOne(reader);
    return (item, given) => !test(item, given);
  }
  if (reader.take('(')) {
    const test = readAlternatives(reader);
    reader.need(')');
    return test;
  }
  const isCall = reader.peek(1) === '(';
  const called = isCall ? CALLS[reader.peek().toUpperCase()] : undefined;
  if (called === undefined) return readComparison(reader);
  reader.next();
  return called(reader);
}

/** Reads the parentheses and the path in them, then what `rest` reads. */
function readCall<T>(reader: Reader, rest: () => T): readonly [Operand, T] {
  reader.need('(');
  const path = readPath(reader);
  const more = rest();
  reader.need(')');
  return [(item, given) => valueAt(item, path(given)), more];
}

const readExistence =
  (isWanted: boolean) =>
  (reader: Reader): Test => {
    const [operand] = readCall(reader, () => undefined);
    return (item, given) => (operand(item, given) !== undefined) === isWanted;
  };

const readBinary =
  (holds: (found: Value, wanted: Value) => boolean) =>
  (reader: Reader): Test => {
    const [operand, argument] = readCall(reader, () => {
      reader.need(',');
      return readOperand(reader);
    });
    return (item, given) => {
      const [found, wanted] = [operand(item, given), argument(item, given)];
      return found !== undefined && wanted !== undefined && holds(found, wanted);
    };
  };

const CALLS: Readonly<Record<string, (reader: Reader) => Test>> = {
  ATTRIBUTE_EXISTS: readExistence(true),
  ATTRIBUTE_NOT_EXISTS: readExistence(false),
  ATTRIBUTE_TYPE: readBinary((found, wanted) => typeOf(found) === wanted),
  BEGINS_WITH: readBinary(beginsWith),
  CONTAINS: readBinary(contains),
};

function beginsWith(found: Value, wanted: Value): boolean {
  if (typeof found === 'string') return typeof wanted === 'string' && found.startsWith(wanted);
  if (!(found instanceof Uint8Array && wanted instanceof Uint8Array)) return false;
  return Buffer.compare(found.subarray(0, wanted.length), wanted) === 0;
}

function contains(found: Value, wanted: Value): boolean {
  if (typeof found === 'string') return typeof wanted === 'string' && found.includes(wanted);
  if (isList(found)) return found.some((one) => isEqual(one, wanted));
  return found instanceof ValueSet && found.type === `${typeOf(wanted)}S` && found.members.includes(String(wanted));
}

type Compare = (one: Value | undefined, other: Value | undefined) => boolean;
const ordered =
  (holds: (order: number) => boolean): Compare =>
  (one, other) => {
    const order = compareValues(one, other);
    return order !== undefined && holds(order);
  };
const atLeast = ordered((order) => order >= 0);
const atMost = ordered((order) => order <= 0);

const COMPARISONS: Readonly<Record<string, Compare>> = {
  '=': isEqual,
  '<>': (one, other) => !isEqual(one, other),
  '<': ordered((order) => order < 0),
  '<=': atMost,
  '>': ordered((order) => order > 0),
  '>=': atLeast,
};

function readComparison(reader: Reader): Test {
  const left = readOperand(reader);
  if (reader.take('BETWEEN')) {
    const isOfValues = reader.peek().startsWith(':') && reader.peek(2).startsWith(':');
    const low = readOperand(reader);
    reader.need('AND');
    const high = readOperand(reader);
    return (item, given) => {
      const [found, least, most] = [left(item, given), low(item, given), high(item, given)];
      // Bounds that are paths may be in any order.
      if (isOfValues && (compareValues(least, most) ?? 0) > 0)
        throw invalid(
          `Invalid ${reader.kind}: The BETWEEN operator requires upper bound to be greater than or equal to lower bound`,
        );
      return atLeast(found, least) && atMost(found, most);
    };
  }
  if (reader.take('IN')) {
    const list = readOperands(reader);
    return (item, given) => {
      const found = left(item, given);
      return list.some((one) => isEqual(found, one(item, given)));
    };
  }
  const compare = COMPARISONS[reader.peek()] ?? reader.fail();
  reader.next();
  const right = readOperand(reader);
  return (item, given) => compare(left(item, given), right(item, given));
}

const MOST_OPERANDS = 100;

function readOperands(reader: Reader): readonly Operand[] {
  reader.need('(');
  const list = [readOperand(reader)];
  while (reader.take(',')) list.push(readOperand(reader));
  reader.need(')');
  if (list.length > MOST_OPERANDS)
    throw invalid(
      `Invalid ${reader.kind}: The IN operator is provided with too many operands; number of operands: ${list.length}`,
    );
  return list;
}

/** A path, a value, or the size of what is at a path. */
export function readOperand(reader: Reader): Operand {
  if (reader.peek().startsWith(':')) {
    const value = reader.value();
    return (_item, given) => value(given);
  }
  if (reader.peek(1) === '(' && reader.take('SIZE')) {
    const [operand] = readCall(reader, () => undefined);
    return (item, given) => sizeOf(operand(item, given));
  }
  const path = readPath(reader);
  return (item, given) => valueAt(item, path(given));
}

function sizeOf(value: Value | undefined): number | undefined {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array || isList(value)) return value.length;
  if (value instanceof ValueSet) return value.members.length;
  return isMap(value) ? Object.keys(value).length : undefined;
}
