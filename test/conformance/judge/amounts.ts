import { Decimal } from './decimal';

/** A tax of an item, as the provider's body names it. */
export interface Tax {
  readonly type: string;
  readonly factor: string;
  readonly rate: Decimal;
  readonly withholding: boolean;
}

export interface Priced {
  readonly quantity: Decimal;
  readonly price: Decimal;
  readonly taxes: readonly Tax[];
}

export interface TaxAmount extends Tax {
  readonly base: Decimal;
  readonly amount: Decimal;
}

export interface Amounts {
  /** One for each item, in six decimals. */
  readonly lines: readonly { readonly importe: Decimal; readonly taxes: readonly TaxAmount[] }[];
  readonly subtotal: Decimal;
  /** Grouped by tax, factor and rate. */
  readonly transferred: readonly TaxAmount[];
  /** Grouped by tax alone. */
  readonly withheld: readonly { readonly type: string; readonly amount: Decimal }[];
  readonly transferredTotal: Decimal;
  readonly withheldTotal: Decimal;
  readonly total: Decimal;
}

const CENTS = 2;
const MILLIONTHS = 6;

/** The amounts of a document (tax §2): lines in six decimals, sums rounded once to cents. */
export function amountsOf(items: readonly Priced[]): Amounts {
  const lines = items.map(({ quantity, price, taxes }) => {
    const importe = quantity.times(price).rounded(MILLIONTHS);
    const amounts = taxes.map((tax) => ({
      ...tax,
      base: importe,
      amount: importe.times(tax.rate).rounded(MILLIONTHS),
    }));
    return { importe, taxes: amounts };
  });
  const all = lines.flatMap(({ taxes }) => taxes);
  const subtotal = Decimal.sum(lines.map(({ importe }) => importe)).rounded(CENTS);
  const transferred = grouped(
    all.filter(({ withholding }) => !withholding),
    ({ type, factor, rate }) => `${type} ${factor} ${rate}`,
  ).map(rounded);
  const withheld = grouped(
    all.filter(({ withholding }) => withholding),
    ({ type }) => type,
  ).map(rounded);
  const transferredTotal = Decimal.sum(transferred.map(({ amount }) => amount));
  const withheldTotal = Decimal.sum(withheld.map(({ amount }) => amount));
  const total = subtotal.plus(transferredTotal).minus(withheldTotal);
  return { lines, subtotal, transferred, withheld, transferredTotal, withheldTotal, total };
}

const rounded = (group: TaxAmount): TaxAmount => ({
  ...group,
  base: group.base.rounded(CENTS),
  amount: group.amount.rounded(CENTS),
});

/** Adds bases and amounts of the taxes that have the same name, in the order of their first ones. */
export function grouped(taxes: readonly TaxAmount[], nameOf: (tax: TaxAmount) => string): TaxAmount[] {
  const groups = new Map<string, TaxAmount>();
  for (const tax of taxes) {
    const former = groups.get(nameOf(tax));
    groups.set(
      nameOf(tax),
      former ? { ...former, base: former.base.plus(tax.base), amount: former.amount.plus(tax.amount) } : tax,
    );
  }
  return [...groups.values()];
}

const TAX_KEYS: Readonly<Record<string, string>> = { ISR: '001', IVA: '002', IEPS: '003' };

/** The SAT's key of a tax (c_Impuesto). */
export function taxKey(type: string): string {
  const key = TAX_KEYS[type];
  if (key === undefined) throw new Error(`${type} is no tax.`);
  return key;
}

/** Rates are written with six decimals. */
export const rateText = (rate: Decimal): string => rate.toFixed(MILLIONTHS);
