import { compareNumbers, Decimal, sizeOfNumber, type TableNumber, textOf } from './numbers';

/** A set of strings, numbers or binaries. Numbers are held as DynamoDB's text, binaries as base64. */
export class ValueSet {
  constructor(
    readonly type: 'SS' | 'NS' | 'BS',
    readonly members: readonly string[],
  ) {}
}

/** A value of an item, in JavaScript's own types where they suffice. */
export type Value = string | TableNumber | boolean | null | Uint8Array | ValueSet | readonly Value[] | Item;
export interface Item {
  readonly [name: string]: Value;
}

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

export const isNumber = (value: Value | undefined): value is TableNumber =>
  typeof value === 'number' || value instanceof Decimal;

export const isMap = (value: Value | undefined): value is Item =>
  typeof value === 'object' &&
  value !== null &&
  !isList(value) &&
  !(value instanceof Decimal || value instanceof ValueSet || value instanceof Uint8Array);

/** DynamoDB's name of the type. */
export function typeOf(value: Value): string {
  if (typeof value === 'string') return 'S';
  if (isNumber(value)) return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return 'B';
  if (value instanceof ValueSet) return value.type;
  return isList(value) ? 'L' : 'M';
}

const sum = <T>(all: readonly T[], sizeOf: (one: T) => number): number =>
  all.reduce((total, one) => total + sizeOf(one), 0);

/** Bytes. Source: DynamoDB developer guide, "DynamoDB item sizes and formats". */
function sizeOfValue(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (isNumber(value)) return sizeOfNumber(value);
  if (typeof value === 'boolean' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof ValueSet) return sum(value.members, (member) => sizeOfMember(value.type, member));
  if (isList(value)) return 3 + sum(value, (one) => 1 + sizeOfValue(one));
  return 3 + sizeOfItem(value) + Object.keys(value).length;
}

function sizeOfMember(type: ValueSet['type'], member: string): number {
  if (type === 'NS') return sizeOfNumber(new Decimal(member));
  return Buffer.byteLength(member, type === 'BS' ? 'base64' : 'utf8');
}

export function sizeOfItem(item: Item): number {
  let bytes = 0;
  for (const [name, value] of Object.entries(item)) bytes += Buffer.byteLength(name) + sizeOfValue(value);
  return bytes;
}

const BEYOND_BYTES_ORDER = /[\ud800-\uffff]/;

/** The order of strings by their bytes in UTF-8. JavaScript's order differs from it only where both texts continue past U+D7FF. */
export function compareStrings(one: string, other: string): number {
  if (one === other) return 0;
  if (BEYOND_BYTES_ORDER.test(one) && BEYOND_BYTES_ORDER.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

/** Negative, zero or positive; undefined for values of different types or without an order. */
export function compareValues(one: Value | undefined, other: Value | undefined): number | undefined {
  if (typeof one === 'string' && typeof other === 'string') return compareStrings(one, other);
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other);
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other);
  return undefined;
}

export function isEqual(one: Value | undefined, other: Value | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one === other) return true;
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((value, index) => isEqual(value, other[index]));
  }
  if (one instanceof ValueSet) {
    if (!(other instanceof ValueSet) || one.type !== other.type) return false;
    const members = new Set(one.members);
    return members.size === other.members.length && other.members.every((member) => members.has(member));
  }
  if (isMap(one)) {
    const names = Object.keys(one);
    return (
      isMap(other) &&
      names.length === Object.keys(other).length &&
      names.every((name) => isEqual(one[name], ownEntry(other, name)))
    );
  }
  if (isNumber(one) && isNumber(other)) return textOf(one) === textOf(other);
  return compareValues(one, other) === 0;
}

/** An entry of the map itself: a name such as `constructor` must not find a property that every object inherits. */
export const ownEntry = (map: Item, name: string): Value | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;
