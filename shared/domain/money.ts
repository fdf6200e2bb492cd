import * as v from 'valibot';

/** Money is integer cents inside and a JSON number with at most two decimals outside (product.md §1). */
export type Cents = number;

/** Largest amount taken: 999,999,999.99. Its cents are far inside what a double holds exactly. */
const MAXIMUM = 999_999_999.99;

const TWO_DECIMALS = /^\d+(?:\.\d{1,2})?$/;

/** An amount in pesos, zero or more, with at most two decimals. */
export const Pesos = v.pipe(
  v.number('Send an amount.'),
  v.minValue(0, 'Send 0 or more.'),
  v.maxValue(MAXIMUM, `Send ${MAXIMUM} or less.`),
  v.check((value) => TWO_DECIMALS.test(String(value)), 'Send an amount with at most two decimals.'),
  v.metadata({ multipleOf: 0.01 }),
);

/**
 * Cents of an amount that has at most two decimals. The digits are read as text: `1.005 * 100` is 100.4999… in binary.
 * `-0` and exponents cannot occur: {@link Pesos} refuses them.
 */
export function centsOf(pesos: number): Cents {
  const [whole = '0', decimals = ''] = String(pesos).split('.');
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
}

/** The amount of some cents, as the JSON number with at most two decimals that the interface shows. */
export const pesosOf = (cents: Cents): number => Number((cents / 100).toFixed(2));

/** Share of an amount in cents, half-up, computed in integers. `rate` is in ten-thousandths: 1600 is 16 %. */
export function shareOf(cents: Cents, rate: number): Cents {
  return Number((BigInt(cents) * BigInt(rate) + 5000n) / 10_000n);
}
