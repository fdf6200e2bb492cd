import fc from 'fast-check';
import type { Operation } from '../../../shared/operation/define';
import {
  type Identifiers,
  identifierAt,
  type Parts,
  type Place,
  placesIn,
  requestOf,
  valueAt,
  withValue,
} from '../attack/requests';
import type { Attack } from '../attack/world';

/** A change of a valid request. The numbers choose among its places, modulo their count. */
export type Mutation =
  | { readonly does: 'replace'; readonly at: number; readonly value: unknown }
  | { readonly does: 'resize'; readonly at: number; readonly bound: number; readonly by: -1 | 0 | 1 }
  | { readonly does: 'drop'; readonly at: number }
  | { readonly does: 'add'; readonly at: number; readonly key: string; readonly value: unknown }
  | { readonly does: 'nest'; readonly at: number; readonly depth: number }
  | { readonly does: 'fill'; readonly at: number; readonly length: number }
  | { readonly does: 'foreign'; readonly at: number }
  | { readonly does: 'ask'; readonly name: string; readonly value: string }
  | { readonly does: 'head'; readonly name: string; readonly value: string }
  | { readonly does: 'write'; readonly how: keyof typeof WRITINGS };

export interface Plan {
  readonly isFull: boolean;
  readonly mutations: readonly Mutation[];
  readonly sourceIp: string;
}

const NASTY = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udfff',
  '\u202e',
  '\ufeff',
  'é'.normalize('NFD'),
  '😀'.repeat(101),
  '{{7*7}}',
  '../../etc/passwd',
  '%',
  '%00',
  '%zz',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  "' OR 1=1 --",
  '<script>',
  '=1+1',
  '#',
  'TEAM#',
  '\r\nX: y',
  'ﷺ'.repeat(200),
  '2026-02-30',
  '9999-12-31T23:59:59.999-14:00',
  '0000-00-00',
  '+275760-09-13T00:00:00.000Z',
  'a@b',
  'a@b.mx'.repeat(60),
];
const NUMBERS = [0, -0, -1, 1e-7, 0.005, 1.005, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, -1e308, Number.MIN_VALUE];

const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.uuid(),
  fc.integer({ min: 0, max: 20_000 }).map((length) => 'x'.repeat(length)),
);
const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: number },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '0',
  '',
  'id',
  'teamId',
  'status',
  'role',
];
const QUERIES = [
  'limit',
  'cursor',
  'teamId',
  'status',
  'q',
  'from',
  'to',
  'page',
  'days',
  'asOf',
  'groupBy',
  '__proto__',
  'nothing',
];
const HEADERS = ['idempotency-key', 'content-type', 'accept', 'origin', 'authorization', 'x-forwarded-for', 'cookie'];
const TYPES = ['text/csv', 'text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'application/xml'];

const BODIES_OF_MORE = 300 * 1024;

/** Ways to write the body that a parser may handle badly. */
const WRITINGS = {
  asPrototype: (body: string) =>
    body.replace(/^\{/, '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},'),
  twice: (body: string) => body.replace(/^\{("\w+"):/, '{$1:[1],$1:'),
  again: (body: string) => withFirstKeyAgain(body, (key) => key),
  escapedAgain: (body: string) =>
    withFirstKeyAgain(body, (key) => `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}`),
  cut: (body: string) => body.slice(0, Math.floor(body.length / 2)),
  after: (body: string) => `${body}}`,
  mark: (body: string) => `\ufeff${body}`,
  large: (body: string) => body.replace(/\}$/, `,"much":"${'x'.repeat(BODIES_OF_MORE)}"}`),
  huge: (body: string) => `${body.slice(0, -1)},"much":"${'x'.repeat(10 * 1024 * 1024)}"}`,
  deep: () => `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  list: (body: string) => `[${body}]`,
  nothing: () => '',
  blank: (body: string) => `${' '.repeat(1000)}${body}`,
} satisfies Record<string, (body: string) => string>;

/** The writings whose body has one key twice, with the same value. Readers may still differ, so it must be refused. */
const AMBIGUOUS: readonly string[] = ['again', 'escapedAgain'];

/** Writes the first key of a body a second time, in another spelling of the same key. */
function withFirstKeyAgain(body: string, spelling: (key: string) => string): string {
  const parsed: unknown = JSON.parse(body);
  const [first] = isPlain(parsed) ? Object.entries(parsed).filter(([key]) => /^\w+$/.test(key)) : [];
  return first === undefined ? body : `{"${spelling(first[0])}":${JSON.stringify(first[1])},${body.slice(1)}`;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True when the last writing of the plan wrote a key of this body twice. */
export const isAmbiguous = ({ mutations }: Plan, body: unknown): boolean => {
  const last = mutations.findLast(({ does }) => does === 'write');
  const isAgain = last?.does === 'write' && AMBIGUOUS.includes(last.how);
  return isAgain && typeof body === 'string' && /^\{"[\w\\]+":/.test(body);
};

const at = fc.nat(200);
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('replace' as const), at, value }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('resize' as const),
      at,
      bound: fc.nat(50),
      by: fc.constantFrom(-1 as const, 0 as const, 1 as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('drop' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      at,
      key: fc.oneof(fc.constantFrom(...KEYS), text),
      value,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('nest' as const), at, depth: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('fill' as const),
      at,
      length: fc.constantFrom(0, 1, 2, 50, 51, 200, 201, 501, 5000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('foreign' as const), at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('ask' as const),
      name: fc.constantFrom(...QUERIES),
      value: fc.oneof(text, fc.constant('a,b'), fc.constant('1,1')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('head' as const),
      name: fc.constantFrom(...HEADERS),
      value: fc.oneof(text, fc.constantFrom(...TYPES)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('write' as const), how: writing() }) },
);

/** A body of 10 MB takes as long as thousands of other bodies. */
function writing(): fc.Arbitrary<keyof typeof WRITINGS> {
  const all = Object.keys(WRITINGS).filter((name): name is keyof typeof WRITINGS => name !== 'huge' && name !== 'deep');
  return fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...all) },
    { weight: 1, arbitrary: fc.constantFrom('huge' as const, 'deep' as const) },
  );
}

export const plan: fc.Arbitrary<Plan> = fc.record({
  isFull: fc.boolean(),
  mutations: fc.array(mutation, { maxLength: 3 }),
  sourceIp: fc.ipV4(),
});

export interface Material {
  readonly own: Identifiers;
  readonly foreign: Identifiers;
  /** Numbers in the operation's schemas. */
  readonly bounds: readonly number[];
}

/** The request of a plan. */
export function requestFrom(
  operation: Operation,
  { own, foreign, bounds }: Material,
  { isFull, mutations, sourceIp }: Plan,
): Attack {
  let parts = requestOf(operation, own, isFull ? 'full' : 'minimal');
  let headers: Record<string, string> = {};
  let write: ((body: string) => string) | undefined;
  for (const mutation of mutations) {
    if (mutation.does === 'head') headers = { ...headers, [mutation.name]: mutation.value };
    else if (mutation.does === 'write') write = WRITINGS[mutation.how];
    else if (mutation.does === 'ask') parts = { ...parts, query: { ...parts.query, [mutation.name]: mutation.value } };
    else parts = changed(operation, parts, mutation, foreign, bounds);
  }
  const body = parts.body === undefined && write === undefined ? undefined : JSON.stringify(parts.body ?? {});
  return {
    path: texts(parts.path),
    query: texts(parts.query),
    headers,
    sourceIp,
    ...(body !== undefined && { body: write ? write(body) : body }),
  };
}

/** The limits of an HTTP API for the request line with headers, and for the body. */
const MOST_ADDRESS = 10_240;
const MOST_BODY = 10 * 1024 * 1024;

/** Paths and queries are texts, cut to the longest possible length. */
const texts = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, one]) => {
      const text = typeof one === 'string' ? one : String(JSON.stringify(one));
      return [name, text.slice(0, MOST_ADDRESS)];
    }),
  );

type InPlace = Exclude<Mutation, { does: 'head' | 'write' | 'ask' }>;

function changed(
  operation: Operation,
  parts: Parts,
  mutation: InPlace,
  foreign: Identifiers,
  bounds: readonly number[],
): Parts {
  const places = placesIn(parts).filter(({ length }) => length > 1);
  const place = places[mutation.at % Math.max(1, places.length)];
  if (place === undefined) return parts;
  const before = valueAt(parts, place);
  switch (mutation.does) {
    case 'replace':
      return withValue(parts, place, mutation.value);
    case 'resize':
      return withValue(
        parts,
        place,
        resized(before, (bounds[mutation.bound % Math.max(1, bounds.length)] ?? 0) + mutation.by),
      );
    case 'drop':
      return withValue(parts, place, undefined);
    case 'add':
      // JSON lists have no named fields, and a change of `length` would make a list too large for the memory.
      return Array.isArray(valueAt(parts, place.slice(0, -1)))
        ? parts
        : withValue(parts, siblingOf(place, mutation.key), mutation.value);
    case 'nest':
      return withValue(parts, place, nested(before, mutation.depth));
    case 'fill':
      return withValue(
        parts,
        place,
        Array.from({ length: Math.min(mutation.length, fitting(before)) }, () => before),
      );
    case 'foreign':
      return withValue(parts, place, identifierAt(operation, place, foreign) ?? foreign.clientId);
  }
}

/** The number of copies that fit into a body. */
const fitting = (one: unknown): number => Math.floor(MOST_BODY / (JSON.stringify(one)?.length ?? 1));

const siblingOf = (place: Place, key: string): Place => [...place.slice(0, -1), key];

const MOST_TEXT = 300_000;
const resized = (before: unknown, size: number): unknown =>
  typeof before === 'number' ? size : 'á'.repeat(Math.min(MOST_TEXT, Math.max(0, Math.floor(size))));

const nested = (inner: unknown, depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((one, _, index) => (index % 2 ? [one] : { a: one }), inner);
