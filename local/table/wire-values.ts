import { invalid } from './failure';
import { numberOf, textOf } from './numbers';
import { type Item, isList, isNumber, type Value, ValueSet } from './values';

/**
 * Values in DynamoDB's own JSON: an object with one member that names the type, such as `{"S": "text"}`. Binary values are base64.
 */

/** DynamoDB's limit of maps and lists inside each other. */
const DEEPEST = 32;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const EMPTY = 'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes';

/** The value of a request. Throws ValidationException for one that DynamoDB does not take. */
function fromWire(wire: unknown, depth = 0): Value {
  if (depth > DEEPEST) throw invalid('Nesting Levels have exceeded supported limits');
  if (!isObject(wire)) throw invalid(EMPTY);
  for (const [type, inner] of Object.entries(wire)) {
    const read = READERS[type];
    if (read) return read(inner, depth);
  }
  throw invalid(EMPTY);
}

const READERS: Readonly<Record<string, (inner: unknown, depth: number) => Value>> = {
  S: String,
  N: (inner) => numberOf(String(inner)),
  BOOL: Boolean,
  NULL: () => null,
  B: (inner) => Buffer.from(String(inner), 'base64'),
  M: (inner, depth) => itemFromWire(inner, depth + 1),
  L: (inner, depth) => (Array.isArray(inner) ? inner.map((one) => fromWire(one, depth + 1)) : []),
  SS: (inner) => setOf('SS', inner, String),
  NS: (inner) => setOf('NS', inner, (one) => textOf(numberOf(String(one)))),
  BS: (inner) => setOf('BS', inner, String),
};

function setOf(type: ValueSet['type'], inner: unknown, memberOf: (one: unknown) => string): ValueSet {
  const members = (Array.isArray(inner) ? inner : []).map(memberOf);
  if (members.length === 0) throw invalid('One or more parameter values were invalid: An string set  may not be empty');
  if (new Set(members).size < members.length)
    throw invalid('One or more parameter values were invalid: Input collection contains duplicates');
  return new ValueSet(type, members);
}

export function itemFromWire(wire: unknown, depth = 0): Item {
  if (!isObject(wire)) throw invalid('Supplied AttributeValue is not a map');
  const item: Record<string, Value> = {};
  for (const [name, value] of Object.entries(wire)) set(item, name, fromWire(value, depth));
  return item;
}

/** Sets a member of any name: an assignment of `__proto__` would be lost. */
function set<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
  else object[name] = value;
}

type WireValue = Readonly<Record<string, unknown>>;

export function toWire(value: Value): WireValue {
  if (typeof value === 'string') return { S: value };
  if (isNumber(value)) return { N: textOf(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (value instanceof ValueSet) return { [value.type]: value.members };
  return isList(value) ? { L: value.map(toWire) } : { M: itemToWire(value) };
}

export function itemToWire(item: Item): Readonly<Record<string, WireValue>> {
  const wire: Record<string, WireValue> = {};
  for (const [name, value] of Object.entries(item)) set(wire, name, toWire(value));
  return wire;
}
