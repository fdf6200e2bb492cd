import { matcherOf, metricValueOf } from './filter-pattern';

/** The examples follow the rules of the CloudWatch Logs user guide, "Filter pattern syntax". */
test.each([
  ['{ $.a = "x" }', { a: 'x' }, true],
  ['{ $.a = "x" }', { a: 'X' }, false],
  ['{ $.a.b[1] = 2 }', { a: { b: [1, 2] } }, true],
  ['{ $.a != "x" }', { a: 'y' }, true],
  ['{ $.a != "x" }', { b: 'y' }, false],
  ['{ $.a > 1 }', { a: 1 }, false],
  ['{ $.a >= 1 }', { a: 1 }, true],
  ['{ $.a < 1 }', { a: 0 }, true],
  ['{ $.a <= 1 }', { a: 2 }, false],
  ['{ $.a > 1 }', { a: '2' }, false],
  ['{ $.a = * }', { a: 0 }, true],
  ['{ $.a = * }', {}, false],
  ['{ $.a IS TRUE }', { a: true }, true],
  ['{ $.a IS TRUE }', { a: 'true' }, false],
  ['{ $.a = 1 || $.b = 1 && $.c = 1 }', { a: 1 }, true],
  ['{ ($.a = 1 || $.b = 1) && $.c = 1 }', { a: 1 }, false],
  ['{ ($.a = 1 || $.b = 1) && $.c = 1 }', { b: 1, c: 1 }, true],
])('production 3.2: %s for %j is %s', (pattern, event, expected) => {
  expect(matcherOf(pattern)(JSON.stringify(event))).toBe(expected);
});

test('production 3.2: a quoted term is looked for in the text, and a pattern of JSON skips other lines', () => {
  expect(matcherOf('"A B"')('x A B y')).toBe(true);
  expect(matcherOf('"A B"')('x A  B y')).toBe(false);
  expect(matcherOf('{ $.a = * }')('START RequestId: 1')).toBe(false);
});

test('production 3.2: the value of a metric is a number, or that of a field', () => {
  expect(metricValueOf('1', '{}')).toBe(1);
  expect(metricValueOf('$.figures.failed', '{"figures":{"failed":7}}')).toBe(7);
  expect(metricValueOf('$.figures.failed', '{"figures":{}}')).toBeUndefined();
});

test.each(['{ $.a ~ 1 }', '{ $.a = 1', '{ a = 1 }', '{ $.a = 1 } x', '{ $.a IS MAYBE }', '[a, b]'])(
  'production 3.2: %s is refused instead of guessed',
  (pattern) => {
    expect(() => matcherOf(pattern)).toThrow();
  },
);
