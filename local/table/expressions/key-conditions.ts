import { invalid } from '../failure';
import type { Value } from '../values';
import { type Given, parser, type Reader } from './reader';

/** One comparison of a key with a value, or with two values for `between`. */
export interface KeyPart {
  readonly kind: 'begins_with' | 'between' | '=' | '<' | '<=' | '>' | '>=';
  readonly name: (given: Given) => string;
  readonly values: readonly ((given: Given) => Value)[];
}

export interface KeyCondition {
  readonly partition: KeyPart;
  readonly sort?: KeyPart | undefined;
}

export const parseKeyCondition = parser('KeyConditionExpression', (reader): KeyCondition => {
  const parts = [readPart(reader)];
  if (reader.take('AND')) parts.push(readPart(reader));
  const partition = parts.find(({ kind }) => kind === '=');
  if (partition === undefined) throw invalid('Query key condition not supported');
  return { partition, sort: parts.find((part) => part !== partition) };
});

const COMPARISONS = ['=', '<', '<=', '>', '>='] as const;

function readPart(reader: Reader): KeyPart {
  if (reader.take('(')) {
    const part = readPart(reader);
    reader.need(')');
    return part;
  }
  if (reader.take('BEGINS_WITH')) {
    reader.need('(');
    const name = reader.name();
    reader.need(',');
    const values = [reader.value()];
    reader.need(')');
    return { kind: 'begins_with', name, values };
  }
  const name = reader.name();
  if (reader.take('BETWEEN')) {
    const low = reader.value();
    reader.need('AND');
    return { kind: 'between', name, values: [low, reader.value()] };
  }
  const token = reader.next();
  const kind = COMPARISONS.find((one) => one === token);
  if (kind === undefined) throw invalid(`Invalid operator used in KeyConditionExpression: ${token}`);
  return { kind, name, values: [reader.value()] };
}
