import fc from 'fast-check';
import { refuseDuplicateKey } from '../../shared/operation/duplicate-key';
import { AppError } from '../../shared/platform/errors';
import { processorTime } from '../support/processor-time';

const refusalOf = (text: string): unknown => {
  try {
    refuseDuplicateKey(text);
  } catch (failure) {
    return failure instanceof AppError ? [failure.code, failure.field, failure.message] : failure;
  }
  return undefined;
};

const twice = (key: string) => ['VALIDATION_FAILED', 'body', `The key ${key} stands twice. Send it once.`];

test.each([
  ['{"teamId":"a","teamId":"b"}', 'teamId'],
  ['{"teamId":"a","te\\u0061mId":"b"}', 'teamId'],
  ['{"\\u0074eamId":"a","teamId":"b"}', 'teamId'],
  [' {"a" : [ {"b":1} , {"c":{"d":[1,2],"d":null}} ] }', 'd'],
  ['{"a":{"x":1},"b":{"x":1},"a":2}', 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
  ['{"a\\"":1,"b":"}","a\\"":2}', 'a"'],
  ['{"a":[1,"a"],"b":[],"a":1}', 'a'],
])('doors 27: %s is refused with its key', (text, key) => {
  expect(refusalOf(text)).toEqual(twice(key));
});

test.each([
  '{}',
  '{"a":"a","b":"a"}',
  '{"a":{"a":{"a":1}}}',
  '{"a":["a","a",{"a":1},{"a":2}]}',
  '{"a":"\\",\\"a\\":1"}',
  '{"teamId":1,"teamid":2}',
  '{"a":"unfinished',
  '{"\\q":1,"\\q":2}',
])('doors 27: %s passes', (text) => {
  expect(refusalOf(text)).toBeUndefined();
});

test('doors 27: what JSON.stringify writes passes, and is refused with any of its keys repeated', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (record, nth) => {
      const keys = Object.keys(record);
      const text = JSON.stringify(record);
      const key = keys[nth % keys.length] ?? '';
      const repeated = `${text.slice(0, -1)},${JSON.stringify(key)}:0}`;
      return refusalOf(text) === undefined && refusalOf(repeated) !== undefined;
    }),
  );
});

test('doors 27: the largest body takes one pass', () => {
  const milliseconds = processorTime(() => {
    expect(refusalOf(`{"a":"${'\\"'.repeat(128 * 1024)}`)).toBeUndefined();
    expect(refusalOf('{"a":'.repeat(50_000))).toBeUndefined();
  });
  expect(milliseconds).toBeLessThan(1000);
});
