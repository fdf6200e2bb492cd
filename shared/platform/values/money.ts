import * as v from 'valibot';

/** Money is integer cents inside and a JSON number with at most two decimals outside. */
export type Cents = number;

/** Largest amount taken: 999,999,999.99. Its cents are far inside what a double holds exactly. */
export const MAXIMUM_PESOS = 999_999_999.99;

const TWO_DECIMALS = /^\d+(?:\.\d{1,2})?$/;

/** An amount in pesos, zero or more, with at most two decimals. */
export const Pesos = v.pipe(
  v.number('Send an amount.'),
  v.minValue(0, 'Send 0 or more.'),
  v.maxValue(MAXIMUM_PESOS, `Send ${MAXIMUM_PESOS} or less.`),
  v.check((value) => TWO_DECIMALS.test(String(value)), 'Send an amount with at most two decimals.'),
  v.metadata({ multipleOf: 0.01 }),
);

/** The digits before the point, and those after it. */
function partsOf(decimal: number): [whole: string, decimals: string] {
  const [whole = '0', decimals = ''] = String(decimal).split('.');
  return [whole, decimals];
}

/**
 * Cents of an amount that has at most two decimals. The digits are read as text: `1.005 * 100` is 100.4999… in binary.
 * `-0` and exponents cannot occur: {@link Pesos} refuses them.
 */
export function centsOf(pesos: number): Cents {
  const [whole, decimals] = partsOf(pesos);
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** The amount of some cents, as the JSON number with at most two decimals that the interface shows. */
export const pesosOf = (cents: Cents): number => Number((cents / 100).toFixed(2));

/** A decimal that {@link SixDecimals} takes, in millionths: exact, because its digits are read as text. */
export function millionthsOf(value: number): bigint {
  const [whole, decimals] = partsOf(value);
  return BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'));
}

const SIX_DECIMALS = /^\d+(?:\.\d{1,6})?$/;

/** Zero or more, with at most six decimals: unit prices and rates. The upper bound keeps all digits exact in a double. */
export const SixDecimals = (maximum: number) =>
  v.pipe(
    v.number('Send a number.'),
    v.minValue(0, 'Send 0 or more.'),
    v.maxValue(maximum, `Send ${maximum} or less.`),
    v.check((value) => SIX_DECIMALS.test(String(value)), 'Send a number with at most six decimals.'),
  );

/** Quotient of two integers, half-up; neither is negative. */
const halfUp = (dividend: bigint, divisor: bigint): Cents => Number((dividend + divisor / 2n) / divisor);

/** Cents of a quantity at a unit price of up to six decimals, half-up: three at 0.005 are 2 cents. */
export const amountOf = (price: number, quantity: number): Cents =>
  halfUp(millionthsOf(price) * BigInt(quantity), 10_000n);

/** Share of an amount in cents at a rate of up to six decimals (0.16, 0.106667), half-up. */
export const shareOf = (cents: Cents, rate: number): Cents => halfUp(BigInt(cents) * millionthsOf(rate), 1_000_000n);
