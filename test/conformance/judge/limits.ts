import { Decimal } from './decimal';
import { type Attributes, numberOf } from './read-xml';

/** The SAT's limits of an amount that is a product (CFDI40167, 40180, 40186): each factor may be half a unit of its last decimal away. */

const TINY = Decimal.of('0.000000000001');
const HALF = Decimal.of('0.5');

const halfUnit = (text: string): Decimal => Decimal.of(`1e-${text.split('.')[1]?.length ?? 0}`).times(HALF);

/** A factor as written, and without the zeros at its end: the tables do not say which decimals count. */
const readingsOf = (text: string): string[] => {
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === text ? [text] : [text, short];
};

const isBetween = (amount: Decimal, lower: Decimal, upper: Decimal): boolean =>
  amount.compare(lower.floor(2)) >= 0 && amount.compare(upper.ceiling(2)) <= 0;

/** Whether Importe is within the limits of Cantidad × ValorUnitario. */
export const isLineWithinLimits = (concept: Attributes): boolean =>
  readingsOf(concept.Cantidad ?? '').every((quantity) =>
    readingsOf(concept.ValorUnitario ?? '').every((price) => {
      const [ofQuantity, ofPrice] = [halfUnit(quantity), halfUnit(price)];
      const lower = Decimal.of(quantity).minus(ofQuantity).times(Decimal.of(price).minus(ofPrice));
      const upper = Decimal.of(quantity)
        .plus(ofQuantity)
        .minus(TINY)
        .times(Decimal.of(price).plus(ofPrice).minus(TINY));
      return isBetween(numberOf(concept, 'Importe'), lower, upper);
    }),
  );

/** Whether the Importe of a tax is within the limits of Base × TasaOCuota. */
export const isTaxWithinLimits = (tax: Attributes): boolean =>
  readingsOf(tax.Base ?? '').every((base) => {
    const rate = numberOf(tax, 'TasaOCuota');
    const half = halfUnit(base);
    const lower = Decimal.of(base).minus(half).times(rate);
    const upper = Decimal.of(base).plus(half).minus(TINY).times(rate);
    return isBetween(numberOf(tax, 'Importe'), lower, upper);
  });
