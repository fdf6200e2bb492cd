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

  test.each([
    [Pesos, '1', 'Send an amount.', 'Envíe un importe.'],
    [Pesos, -0.01, 'Send 0 or more.', 'Envíe 0 o más.'],
    [Pesos, 1e9, 'Send 999999999.99 or less.', 'Envíe 999999999.99 o menos.'],
    [Pesos, 1.005, 'Send an amount with at most two decimals.', 'Envíe un importe con dos decimales como máximo.'],
    [SixDecimals(1000), '1', 'Send a number.', 'Envíe un número.'],
    [SixDecimals(1000), -0.5, 'Send 0 or more.', 'Envíe 0 o más.'],
    [SixDecimals(1000), 1001, 'Send 1000 or less.', 'Envíe 1000 o menos.'],
    [
      SixDecimals(1000),
      1.0000001,
      'Send a number with at most six decimals.',
      'Envíe un número con seis decimales como máximo.',
    ],
  ])('desk 4.2: a refused amount has its reason in both languages: %#', (schema, value, en, es) => {
    const refusal = (lang: string) => v.safeParse(schema, value, { lang }).issues?.[0].message;
    expect([refusal('en'), refusal('es')]).toEqual([en, es]);
  });
});
