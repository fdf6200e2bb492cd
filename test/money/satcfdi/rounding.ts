import { type Decimal, decimalOf, isAtMost, type ModelItem, minus, plus, rounded, sum, times, ZERO } from '../model';

/** The roundings of satcfdi. Each one is added to those before it, and the last is the whole of satcfdi's computation. */
export const STEPS = [
  'the importe of each line in cents',
  'half a cent of an importe to the even cent',
  'the taxes of each line in cents, with the rest carried to the next line',
] as const;

/** A tax of a line. */
interface RoundedTax {
  readonly name: 'IVA' | 'ISR';
  readonly withheld: boolean;
  readonly rate: string;
  readonly amount: Decimal;
}

interface RoundedLine {
  readonly importe: Decimal;
  readonly taxes: readonly RoundedTax[];
}

export interface RoundedDocument {
  readonly lines: readonly RoundedLine[];
  /** In cents. */
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly withheld: bigint;
  readonly total: bigint;
}

const [SIX, CENTS] = [6, 2];
const HALF_CENT: Decimal = { digits: 5n, decimals: 3 };
const negative = (value: Decimal): Decimal => minus(ZERO, value);

/** The amounts of an invoice with this many of the {@link STEPS}: with none of them, those of tax §2. */
export function documentWith(steps: number, items: readonly ModelItem[]): RoundedDocument {
  const carried = new Map<string, Decimal>();
  const lines = items.map((item): RoundedLine => {
    const importe = importeWith(steps, times(decimalOf(item.price), decimalOf(item.quantity)));
    const taxes = taxesOf(item).map((tax) => {
      const exact = times(importe, decimalOf(tax.rate));
      if (steps < STEPS.length) return { ...tax, amount: rounded(exact, SIX, 'half up') };
      const name = `${tax.name} ${tax.withheld}`;
      const rest = carried.get(name) ?? ZERO;
      const amount = withRest(exact, rest);
      carried.set(name, plus(rest, minus(exact, amount)));
      return { ...tax, amount };
    });
    return { importe, taxes };
  });
  return { lines, ...sumsOf(lines) };
}

function importeWith(steps: number, exact: Decimal): Decimal {
  if (steps === 0) return rounded(exact, SIX, 'half up');
  return steps === 1 ? rounded(exact, CENTS, 'half up') : halfEven(exact);
}

function halfEven(value: Decimal): Decimal {
  const low = rounded(value, CENTS, 'down');
  const isTie = minus(value, low).digits > 0n && minus(minus(value, low), HALF_CENT).digits === 0n;
  return isTie && low.digits % 2n === 0n ? low : rounded(value, CENTS, 'half up');
}

/** A tax in cents: rounded up or down as soon as half a cent was left over before. */
function withRest(exact: Decimal, rest: Decimal): Decimal {
  if (isAtMost(HALF_CENT, rest)) return rounded(exact, CENTS, 'up');
  return isAtMost(rest, negative(HALF_CENT)) ? rounded(exact, CENTS, 'down') : halfEven(exact);
}

function taxesOf({ object, rate, withheldIva, withheldIsr }: ModelItem): Omit<RoundedTax, 'amount'>[] {
  if (object === '01') return [];
  const withheld = (name: 'IVA' | 'ISR', given: string) =>
    decimalOf(given).digits > 0n ? [{ name, withheld: true, rate: given }] : [];
  return [{ name: 'IVA', withheld: false, rate }, ...withheld('IVA', withheldIva), ...withheld('ISR', withheldIsr)];
}

/** The sums of the document, each rounded once. Sums of cents stay as they are. */
function sumsOf(lines: readonly RoundedLine[]) {
  const taxes = lines.flatMap((line) => line.taxes);
  const groups = new Map<string, Decimal>();
  for (const { name, withheld, rate, amount } of taxes) {
    const group = withheld ? `withheld ${name}` : rate;
    groups.set(group, plus(groups.get(group) ?? ZERO, amount));
  }
  const cents = (value: Decimal): bigint => rounded(value, CENTS, 'half up').digits;
  const inCents = (isMeant: (group: string) => boolean): bigint =>
    [...groups].reduce((all, [group, value]) => (isMeant(group) ? all + cents(value) : all), 0n);
  const subtotal = cents(sum(lines.map(({ importe }) => importe)));
  const withheld = inCents((group) => group.startsWith('withheld'));
  const tax = inCents((group) => !group.startsWith('withheld'));
  return { subtotal, tax, withheld, total: subtotal + tax - withheld };
}
