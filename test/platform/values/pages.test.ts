import * as v from 'valibot';
import { listOf, PageQuery } from '../../../shared/platform/values/pages';
import { accepts } from './schemas';

const Query = v.object(PageQuery);

describe('the query of a list', () => {
  test('asks for fifty when it does not say', () => {
    expect(v.parse(Query, {})).toEqual({ limit: 50 });
  });

  test.each([
    ['0', false],
    ['1', true],
    ['2', true],
    ['199', true],
    ['200', true],
    ['201', false],
    ['', false],
    ['-1', false],
    ['1.5', false],
    ['1e2', false],
    ['0x10', false],
    [' 5', false],
    ['5 ', false],
    ['٥', false],
    ['1000', false],
    ['all', false],
  ])('takes limit %j: %p', (limit, taken) => {
    expect(accepts(Query, { limit })).toBe(taken);
  });

  test.each([
    [0, false],
    [1, true],
    [2000, true],
    [2001, false],
  ])('takes a cursor of %p characters: %p', (length, taken) => {
    expect(accepts(Query, { cursor: 'c'.repeat(length) })).toBe(taken);
  });
});

test('a list answers its records under their plural, with their number and where to go on', () => {
  const Numbers = listOf('numbers', v.number());
  expect(accepts(Numbers, { numbers: [1], count: 1, nextCursor: null })).toBe(true);
  expect(accepts(Numbers, { numbers: ['1'], count: 1, nextCursor: null })).toBe(false);
  expect(accepts(Numbers, { numbers: [1], count: 1 })).toBe(false);
});
