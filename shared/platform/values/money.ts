import * as v from 'valibot';
import { said } from './text';

/** Money is stored as integer cents. Requests and answers contain a JSON number with at most two decimals. */
export type Cents = number;

/** The largest accepted amount. A double holds its cents exactly. */
export const MAXIMUM_PESOS = 999_999_999.99;

const TWO_DECIMALS = /^\d+(?:\.\d{1,2})?$/;

/** An amount in pesos, zero or more, with at most two decimals. */
export const Pesos = v.pipe(
  v.number(said({ en: 'Send an amount.', es: 'Envíe un importe.' })),
  v.minValue(0, said({ en: 'Send 0 or more.', es: 'Envíe 0 o más.' })),
  v.maxValue(MAXIMUM_PESOS, said({ en: `Send ${MAXIMUM_PESOS} or less.`, es: `Envíe ${MAXIMUM_PESOS} o menos.` })),
  v.check(
    (value) => TWO_DECIMALS.test(String(value)),
    said({ en: 'Send an amount with at most two decimals.', es: 'Envíe un importe con dos decimales como máximo.' }),
  ),
  v.metadata({ multipleOf: 0.01 }),
);

function partsOf(decimal: number): [whole: string, decimals: string] {
  const [whole = '0', decimals = ''] = String(decimal).split('.');
  return [whole, decimals];
}

/**
 * Converts pesos to cents. The digits are read as text, because `1.005 * 100` is 100.4999… in binary. `-0` and
 * exponents cannot occur: {@link Pesos} refuses them.
 */
export function centsOf(pesos: number): Cents {
  const [whole, decimals] = partsOf(pesos);
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** Converts cents to the JSON number with at most two decimals. */
export const pesosOf = (cents: Cents): number => Number((cents / 100).toFixed(2));

/** Prices, quantities and rates are integers of a millionth, because a double cannot hold their decimals. */
export type Millionths = bigint;
export const MILLION = 1_000_000n;
export const MILLIONTHS_OF_A_CENT: Millionths = 10_000n;

/** Converts a value of {@link SixDecimals} to millionths. Exact, because the digits are read as text. */
export function millionthsOf(value: number): Millionths {
  const [whole, decimals] = partsOf(value);
  return BigInt(whole) * MILLION + BigInt(decimals.padEnd(6, '0'));
}

const SIX_DECIMALS = /^\d+(?:\.\d{1,6})?$/;

/**
 * Zero or more with at most six decimals: unit prices and rates. Choose `maximum` so that a double holds all digits.
 */
export const SixDecimals = (maximum: number) =>
  v.pipe(
    v.number(said({ en: 'Send a number.', es: 'Envíe un número.' })),
    v.minValue(0, said({ en: 'Send 0 or more.', es: 'Envíe 0 o más.' })),
    v.maxValue(maximum, said({ en: `Send ${maximum} or less.`, es: `Envíe ${maximum} o menos.` })),
    v.check(
      (value) => SIX_DECIMALS.test(String(value)),
      said({ en: 'Send a number with at most six decimals.', es: 'Envíe un número con seis decimales como máximo.' }),
    ),
  );

/** The quotient of two integers, rounded half up. Neither may be negative. */
export const halfUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor / 2n) / divisor;
