import fc from 'fast-check';
import * as v from 'valibot';
import { centsOf, Pesos, pesosOf, shareOf } from '../../shared/domain/money';

describe('money', () => {
  test.each([
    [0, 0],
    [0.01, 1],
    [1.1, 110],
    [0.29, 29],
    [1234.56, 123_456],
    [999_999_999.99, 99_999_999_999],
  ])('%p pesos are %p cents', (pesos, cents) => {
    expect(centsOf(pesos)).toBe(cents);
  });

  test('every number of cents survives the way out and back', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => centsOf(pesosOf(cents)) === cents));
  });

  test.each([
    [100, 1600, 16],
    [3, 1600, 0],
    [4, 1600, 1],
    [1, 5000, 1],
    [99_999_999_999, 1600, 16_000_000_000],
  ])('of %p cents the share at %p ten-thousandths is %p, half-up', (cents, rate, share) => {
    expect(shareOf(cents, rate)).toBe(share);
  });

  test.each([1.005, -0.01, 1e9, 1e-7, Number.NaN, '1'])('%p is no amount', (value) => {
    expect(v.safeParse(Pesos, value).success).toBe(false);
  });
});
