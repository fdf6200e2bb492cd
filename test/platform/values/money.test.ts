import fc from 'fast-check';
import * as v from 'valibot';
import {
  amountOf,
  centsOf,
  millionthsOf,
  Pesos,
  pesosOf,
  SixDecimals,
  shareOf,
} from '../../../shared/platform/values/money';

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
    [100, 0.16, 16],
    [3, 0.16, 0],
    [4, 0.16, 1],
    [1, 0.5, 1],
    [10_000, 0.106667, 1067],
    [99_999_999_999, 0.16, 16_000_000_000],
  ])('of %p cents the share at %p is %p, half-up', (cents, rate, share) => {
    expect(shareOf(cents, rate)).toBe(share);
  });

  test.each([
    [1.1, 1_100_000n],
    [0.000001, 1n],
    [999_999_999.999999, 999_999_999_999_999n],
  ])('%p is %p millionths', (value, millionths) => {
    expect(millionthsOf(value)).toBe(millionths);
  });

  test.each([
    [0.005, 1, 1],
    [0.004999, 1, 0],
    [0.005, 3, 2],
    [0.000001, 5_000, 1],
    [0.000001, 4_999, 0],
    [999_999_999.999999, 1, 100_000_000_000],
  ])('at %p, %p amount to %p cents, half-up', (price, quantity, cents) => {
    expect(amountOf(price, quantity)).toBe(cents);
  });

  test('an amount differs by half a cent at most from what it would be exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 1, max: 9_999 }), (micros, quantity) => {
        const doubled = 2n * BigInt(amountOf(Number((micros / 1e6).toFixed(6)), quantity)) * 10_000n;
        const error = doubled - 2n * BigInt(micros) * BigInt(quantity);
        expect(error > -10_000n && error <= 10_000n).toBe(true);
      }),
    );
  });

  test.each([1.0000001, 1e-7, -0.5, Number.POSITIVE_INFINITY, Number.NaN, '1'])('%p is no price', (value) => {
    expect(v.safeParse(SixDecimals(1000), value).success).toBe(false);
  });

  test.each([1.005, -0.01, 1e9, 1e-7, Number.NaN, '1'])('%p is no amount', (value) => {
    expect(v.safeParse(Pesos, value).success).toBe(false);
  });
});
