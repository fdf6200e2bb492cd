import { withDroppableConstants } from '../../lib/bundling/droppable';

const droppable = (value: string): string => `/* @__PURE__ */ (() => (${value}))()`;

test.each([
  ['a call', 'v.object({ id: Uuid })'],
  ['a call on many lines', 'v.pipe(\n  Line(20),\n\n  v.check((value) => {\n    return value;\n  }),\n)'],
  ['a call with types', 'capability<Do>({}, () => 1)'],
  ['an instance', 'new Map()'],
  ['an object', '{ ...others, one }'],
  ['an object on many lines', '{\n  one: make(() => {\n    two();\n  }),\n}'],
])('%s is dropped with its name', (_, value) => {
  const rest = 'const next = 1;\n';
  expect(withDroppableConstants(`export const Name = ${value};\n${rest}`)).toBe(
    `export const Name = ${droppable(value)};\n${rest}`,
  );
  expect(withDroppableConstants(`const name: Type<A> = ${value};\n`)).toBe(
    `const name: Type<A> = ${droppable(value)};\n`,
  );
});

test.each([
  ['a function', 'export const make = (one: string): string => {\n  two();\n};\n'],
  ['what stands in a function', 'function make() {\n  const one = two();\n}\n'],
  ['a list', "const ONE = ['a'] as const;\n"],
  ['what may change', 'let one = two();\n'],
])('%s is left as it is', (_, source) => {
  expect(withDroppableConstants(source)).toBe(source);
});
