import { halfUp, MILLION, MILLIONTHS_OF_A_CENT, millionthsOf, pesosOf } from '../../shared/platform/values/money';

interface BodyTax {
  readonly type: string;
  readonly rate: number;
  readonly withholding: boolean;
}

interface BodyItem {
  readonly quantity: number;
  readonly product: {
    readonly price: number;
    readonly tax_included: boolean;
    readonly taxability?: string | undefined;
    readonly taxes: readonly BodyTax[];
  };
}

const toSix = (exact: bigint): bigint => halfUp(exact, MILLION);
const toCents = (millionths: bigint): bigint => halfUp(millionths, MILLIONTHS_OF_A_CENT);

/**
 * The total of a document in pesos. Lines keep six decimals. The document sums transferred taxes by type and rate, and
 * withheld taxes by type, and rounds each sum to cents. The provider does not document how it rounds sums.
 */
export function totalOf(items: readonly BodyItem[]): number {
  const sums = new Map<string, bigint>();
  const add = (name: string, amount: bigint) => sums.set(name, (sums.get(name) ?? 0n) + amount);
  for (const { quantity, product } of items) {
    const importe = toSix(millionthsOf(product.price) * millionthsOf(quantity));
    add('subtotal', importe);
    const taxes = product.tax_included || product.taxability === '01' ? [] : product.taxes;
    for (const { type, rate, withholding } of taxes)
      add(withholding ? `-${type}` : `+${type} ${rate}`, toSix(importe * millionthsOf(rate)));
  }
  let total = 0n;
  for (const [name, sum] of sums) total += name.startsWith('-') ? -toCents(sum) : toCents(sum);
  return pesosOf(Number(total));
}
