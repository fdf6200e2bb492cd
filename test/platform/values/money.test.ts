import fc from 'fast-check';
import * as v from 'valibot';
import { centsOf, halfUp, millionthsOf, Pesos, pesosOf, SixDecimals } from '../../../shared/platform/values/money';

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
    [0n, 0n],
    [4n, 0n],
    [5n, 1n],
    [14n, 1n],
    [15n, 2n],
    [25n, 3n],
  ])('tax 2.1: %p tenths are %p, half-up', (dividend, quotient) => {
    expect(halfUp(dividend, 10n)).toBe(quotient);
  });

  test.each([
    [1.1, 1_100_000n],
    [0.000001, 1n],
    [999_999_999.999999, 999_999_999_999_999n],
  ])('%p is %p millionths', (value, millionths) => {
    expect(millionthsOf(value)).toBe(millionths);
  });

  test.each([1.0000001, 1e-7, -0.5, Number.POSITIVE_INFINITY, Number.NaN, '1'])('%p is no price', (value) => {
    expect(v.safeParse(SixDecimals(1000), value).success).toBe(false);
  });

  test.each([1.005, -0.01, 1e9, 1e-7, Number.NaN, '1'])('%p is no amount', (value) => {
    expect(v.safeParse(Pesos, value).success).toBe(false);
  });
});
