import { type Item, isList, isMap, ownEntry, type Value } from '../values';
import { type Given, parser, type Reader } from './reader';

/** The way to a value inside an item: names of attributes and entries, and positions in lists. */
export type Path = readonly (string | number)[];
export type MakePath = (given: Given) => Path;

export function readPath(reader: Reader): MakePath {
  const steps: ((given: Given) => string | number)[] = [reader.name()];
  for (;;) {
    if (reader.take('.')) steps.push(reader.name());
    else if (reader.take('[')) {
      const position = Number(reader.next());
      reader.need(']');
      steps.push(() => position);
    } else return (given) => steps.map((step) => step(given));
  }
}

const inside = (value: Value | undefined, step: string | number): Value | undefined => {
  if (typeof step === 'number') return isList(value) ? value[step] : undefined;
  return isMap(value) ? ownEntry(value, step) : undefined;
};

/** The value at the path, or undefined. */
export const valueAt = (item: Item | undefined, path: Path): Value | undefined =>
  path.reduce<Value | undefined>(inside, item);

/** The value with another one at the path, or with undefined, without the one at the path. The path but its last step must exist. */
export function withValue(whole: Value, [step, ...rest]: Path, value: Value | undefined): Value {
  if (step === undefined) return value ?? whole;
  const found = inside(whole, step);
  const next = rest.length === 0 || found === undefined ? value : withValue(found, rest, value);
  if (typeof step === 'number') return isList(whole) ? withElement(whole, step, next) : whole;
  return isMap(whole) ? withEntry(whole, step, next) : whole;
}

function withEntry(map: Item, name: string, value: Value | undefined): Item {
  const { [name]: _, ...others } = map;
  return value === undefined ? others : { ...map, [name]: value };
}

/** A position past the end appends to the list. */
function withElement(list: readonly Value[], position: number, value: Value | undefined): readonly Value[] {
  if (value === undefined) return list.filter((_, index) => index !== position);
  return position >= list.length ? [...list, value] : list.with(position, value);
}

export const parseProjection = parser('ProjectionExpression', (reader): readonly MakePath[] => {
  const paths = [readPath(reader)];
  while (reader.take(',')) paths.push(readPath(reader));
  return paths;
});

/** The part of the item that the paths name. */
export function projected(item: Item, paths: readonly Path[]): Item {
  const part: Record<string, Value> = {};
  for (const [name = '', ...rest] of paths) {
    const found = valueAt(item, [name, ...rest]);
    if (found !== undefined) part[name] = nested(rest, found);
  }
  return part;
}

const nested = ([step, ...rest]: Path, value: Value): Value => {
  if (step === undefined) return value;
  const inner = nested(rest, value);
  return typeof step === 'number' ? [inner] : { [step]: inner };
};
