/**
 * A second computation of an invoice's amounts, written from the SAT's rules. It works on decimal texts and imports no
 * product code. Each number is an integer with a count of decimals.
 */
export interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
}

export interface ModelItem {
  readonly price: string;
  readonly quantity: string;
  readonly object: '01' | '02';
  readonly rate: string;
  readonly withheldIva: string;
  readonly withheldIsr: string;
}

export const decimalOf = (text: string): Decimal => {
  const [whole = '', decimals = ''] = text.split('.');
  return { digits: BigInt(whole + decimals), decimals: decimals.length };
};

export const times = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  decimals: one.decimals + other.decimals,
});

const POWERS = Array.from({ length: 40 }, (_, power) => 10n ** BigInt(power));
const tenTo = (power: number): bigint => POWERS[power] ?? 10n ** BigInt(power);

const scaled = ({ digits, decimals }: Decimal, wanted: number): bigint => digits * tenTo(wanted - decimals);

export function plus(one: Decimal, other: Decimal): Decimal {
  const decimals = Math.max(one.decimals, other.decimals);
  return { digits: scaled(one, decimals) + scaled(other, decimals), decimals };
}

export const minus = (one: Decimal, other: Decimal): Decimal =>
  plus(one, { digits: -other.digits, decimals: other.decimals });

export const ZERO: Decimal = { digits: 0n, decimals: 0 };
export const sum = (all: readonly Decimal[]): Decimal => all.reduce(plus, ZERO);

export const isAtMost = (one: Decimal, other: Decimal): boolean => minus(other, one).digits >= 0n;
export const isEqual = (one: Decimal, other: Decimal): boolean => minus(one, other).digits === 0n;

type Direction = 'down' | 'half up' | 'up';

/** A value that is not below 0, with this many decimals. */
export function rounded(value: Decimal, decimals: number, direction: Direction): Decimal {
  if (value.decimals <= decimals) return { digits: scaled(value, decimals), decimals };
  const divisor = tenTo(value.decimals - decimals);
  const rest = value.digits % divisor;
  const isUp = direction === 'up' ? rest > 0n : direction === 'half up' && rest * 2n >= divisor;
  return { digits: value.digits / divisor + (isUp ? 1n : 0n), decimals };
}

/** Whether the value lies exactly between two values of this many decimals. */
export const isTie = (value: Decimal, decimals: number): boolean =>
  value.decimals > decimals &&
  (value.digits % tenTo(value.decimals - decimals)) * 2n === tenTo(value.decimals - decimals);

export function withoutZeros({ digits, decimals }: Decimal): Decimal {
  let [left, count] = [digits, decimals];
  while (count > 0 && left % 10n === 0n) [left, count] = [left / 10n, count - 1];
  return { digits: left, decimals: count };
}

export interface ModelTax {
  readonly name: 'IVA' | 'ISR';
  readonly withheld: boolean;
  readonly rate: string;
  readonly amount: Decimal;
}

export interface ModelLine {
  readonly exact: Decimal;
  readonly importe: Decimal;
  readonly taxes: readonly ModelTax[];
}

const SIX = 6;
const CENTS = 2;

export function lineOf({ price, quantity, object, rate, withheldIva, withheldIsr }: ModelItem): ModelLine {
  const exact = times(decimalOf(price), decimalOf(quantity));
  const importe = rounded(exact, SIX, 'half up');
  const tax = (name: ModelTax['name'], withheld: boolean, given: string): ModelTax => ({
    name,
    withheld,
    rate: given,
    amount: rounded(times(importe, decimalOf(given)), SIX, 'half up'),
  });
  const all = [tax('IVA', false, rate), tax('IVA', true, withheldIva), tax('ISR', true, withheldIsr)];
  const present = all.filter((one) => !one.withheld || decimalOf(one.rate).digits > 0n);
  return { exact, importe, taxes: object === '01' ? [] : present };
}

/** The exact sums that the document rounds: the subtotal, one for each transferred rate, and one for each withheld tax. */
interface ModelSums {
  readonly subtotal: Decimal;
  readonly transferred: readonly Decimal[];
  readonly iva: Decimal;
  readonly isr: Decimal;
}

export function sumsOf(lines: readonly ModelLine[]): ModelSums {
  const taxes = lines.flatMap((line) => line.taxes);
  const of = (keep: (tax: ModelTax) => boolean): Decimal => sum(taxes.filter(keep).map(({ amount }) => amount));
  const rates = new Set(taxes.flatMap(({ withheld, rate }) => (withheld ? [] : [rate])));
  return {
    subtotal: sum(lines.map(({ importe }) => importe)),
    transferred: [...rates].map((rate) => of((tax) => !tax.withheld && tax.rate === rate)),
    iva: of(({ withheld, name }) => withheld && name === 'IVA'),
    isr: of(({ withheld, name }) => withheld && name === 'ISR'),
  };
}

/** The amounts of the document, in cents. */
export function amountsOf(lines: readonly ModelLine[]) {
  const { subtotal, transferred, iva, isr } = sumsOf(lines);
  const cents = (value: Decimal): bigint => rounded(value, CENTS, 'half up').digits;
  const tax = transferred.reduce((all, one) => all + cents(one), 0n);
  const withheld = cents(iva) + cents(isr);
  const net = cents(subtotal);
  return { subtotal: net, tax, withheld, isr: cents(isr), total: net + tax - withheld };
}

const halfUnit = (decimals: number): Decimal => ({ digits: 5n, decimals: decimals + 1 });
const TINY: Decimal = { digits: 1n, decimals: 12 };

const above = (value: Decimal): Decimal => minus(plus(value, halfUnit(value.decimals)), TINY);
const below = (value: Decimal): Decimal => {
  const low = minus(value, halfUnit(value.decimals));
  return low.digits < 0n ? ZERO : low;
};

/** The limits of an importe (CFDI40167): the lower one is cut off, the upper one is rounded up, to the importe's decimals. */
export function isImporteInLimits(price: Decimal, quantity: Decimal, importe: Decimal): boolean {
  const low = rounded(times(below(price), below(quantity)), importe.decimals, 'down');
  const high = rounded(times(above(price), above(quantity)), importe.decimals, 'up');
  return isAtMost(low, importe) && isAtMost(importe, high);
}

/** The limits of a tax of a line (CFDI40180, CFDI40186). */
export function isTaxInLimits(base: Decimal, rate: Decimal, amount: Decimal): boolean {
  const low = rounded(times(below(base), rate), amount.decimals, 'down');
  const high = rounded(times(above(base), rate), amount.decimals, 'up');
  return isAtMost(low, amount) && isAtMost(amount, high);
}

/** The total in cents when each line is rounded to cents: the computation of an earlier release. */
export function totalOfRoundedLines(items: readonly ModelItem[]): bigint {
  const cents = (value: Decimal) => rounded(value, CENTS, 'half up');
  return items.reduce((total, item) => {
    const amount = cents(times(decimalOf(item.price), decimalOf(item.quantity)));
    if (item.object === '01') return total + amount.digits;
    const share = (rate: string): bigint => cents(times(amount, decimalOf(rate))).digits;
    return total + amount.digits + share(item.rate) - share(item.withheldIva) - share(item.withheldIsr);
  }, 0n);
}
