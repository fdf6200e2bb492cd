import {
  type Cents,
  halfUp,
  MILLION,
  MILLIONTHS_OF_A_CENT,
  type Millionths,
  millionthsOf,
  pesosOf,
} from '../platform/values/money';

/** The fields of an item that determine its amounts. */
export interface PricedItem {
  readonly price: number;
  readonly quantity: number;
  /** Replaces `quantity`. */
  readonly quantityDecimal?: number | undefined;
  readonly taxObject?: TaxObject | undefined;
  readonly taxRate: number;
  readonly withholdingRate?: number | undefined;
  readonly isrWithholdingRate?: number | undefined;
}

/** SAT c_ObjetoImp: not subject to tax, or subject to tax. */
export const TAX_OBJECTS = ['01', '02'] as const;
type TaxObject = (typeof TAX_OBJECTS)[number];

/** A tax of an item, in millionths. */
interface ItemTax {
  readonly tax: 'IVA' | 'ISR';
  readonly isWithheld: boolean;
  readonly rate: Millionths;
  readonly base: Millionths;
  readonly amount: Millionths;
}

/** The amounts of an item in the document, in millionths. */
interface ItemAmounts {
  readonly importe: Millionths;
  readonly taxes: readonly ItemTax[];
}

/**
 * How amounts are rounded and grouped. The proof replaces one rule at a time by a wrong one, and must then find a
 * difference (`npm run prove -- --money --weakenings`).
 */
export interface MoneyRules {
  /** The quotient of two integers of which neither is below 0. */
  readonly quotient: (dividend: bigint, divisor: bigint) => bigint;
  readonly importe: (exact: bigint, rules: MoneyRules) => Millionths;
  readonly tax: (exact: bigint, rules: MoneyRules) => Millionths;
  readonly isTaxed: (item: PricedItem) => boolean;
  /** Items of one group are summed before they are rounded to cents. */
  readonly groupOf: (tax: ItemTax) => string;
  /** The cents of a group. */
  readonly groupCents: (taxes: readonly ItemTax[], rules: MoneyRules) => Cents;
}

/** Millionths times millionths, rounded to six decimals. */
const sixDecimals = (exact: bigint, { quotient }: MoneyRules): Millionths => quotient(exact, MILLION);

const centsOfSum = (amounts: readonly Millionths[], { quotient }: MoneyRules): Cents =>
  Number(
    quotient(
      amounts.reduce((sum, one) => sum + one, 0n),
      MILLIONTHS_OF_A_CENT,
    ),
  );

/**
 * The SAT's rules (CFDI40108, 40203, 40205, 40215, 40221): items keep six decimals; the document rounds sums. The
 * document has one Traslado for each tax and rate, and one Retencion for each tax.
 */
export const MONEY_RULES: MoneyRules = {
  quotient: halfUp,
  importe: sixDecimals,
  tax: sixDecimals,
  isTaxed: ({ taxObject }) => taxObject !== '01',
  groupOf: ({ tax, isWithheld, rate }) => (isWithheld ? tax : `${tax} ${rate}`),
  groupCents: (taxes, rules) =>
    centsOfSum(
      taxes.map(({ amount }) => amount),
      rules,
    ),
};

/** The amounts of one item. A rate of 0 is a transferred tax of 0, not an absent tax. */
export function itemAmounts(item: PricedItem, rules: MoneyRules = MONEY_RULES): ItemAmounts {
  const { price, quantity, quantityDecimal = quantity, taxRate, withholdingRate = 0, isrWithholdingRate = 0 } = item;
  const importe = rules.importe(millionthsOf(price) * millionthsOf(quantityDecimal), rules);
  if (!rules.isTaxed(item)) return { importe, taxes: [] };
  const taxOf = (tax: ItemTax['tax'], isWithheld: boolean, decimal: number): ItemTax => {
    const rate = millionthsOf(decimal);
    return { tax, isWithheld, rate, base: importe, amount: rules.tax(importe * rate, rules) };
  };
  return {
    importe,
    taxes: [
      taxOf('IVA', false, taxRate),
      ...(withholdingRate > 0 ? [taxOf('IVA', true, withholdingRate)] : []),
      ...(isrWithholdingRate > 0 ? [taxOf('ISR', true, isrWithholdingRate)] : []),
    ],
  };
}

/** The sum of the items before taxes, in cents. */
export const subtotalOf = (items: readonly PricedItem[], rules: MoneyRules = MONEY_RULES): Cents =>
  centsOfSum(
    items.map((item) => itemAmounts(item, rules).importe),
    rules,
  );

/** The amounts of an invoice, in pesos. `isrWithheldAmount` is a part of `withheldAmount`. */
export interface Amounts {
  readonly subtotal: number;
  readonly taxAmount: number;
  readonly withheldAmount: number;
  readonly isrWithheldAmount: number;
  readonly total: number;
}

/** Subtotal, transferred and withheld taxes, and total of the items in pesos, as the document has them. */
export function amountsOf(items: readonly PricedItem[], rules: MoneyRules = MONEY_RULES): Amounts {
  const lines = items.map((item) => itemAmounts(item, rules));
  const taxes = lines.flatMap((line) => line.taxes);
  const subtotal = centsOfSum(
    lines.map(({ importe }) => importe),
    rules,
  );
  const tax = groupedCents(
    taxes.filter(({ isWithheld }) => !isWithheld),
    rules,
  );
  const isr = groupedCents(
    taxes.filter((one) => one.isWithheld && one.tax === 'ISR'),
    rules,
  );
  const withheld =
    isr +
    groupedCents(
      taxes.filter((one) => one.isWithheld && one.tax === 'IVA'),
      rules,
    );
  return {
    subtotal: pesosOf(subtotal),
    taxAmount: pesosOf(tax),
    withheldAmount: pesosOf(withheld),
    isrWithheldAmount: pesosOf(isr),
    total: pesosOf(subtotal + tax - withheld),
  };
}

/** The cents of taxes: each group is rounded once, and the groups are added. */
function groupedCents(taxes: readonly ItemTax[], rules: MoneyRules): Cents {
  const groups = new Map<string, ItemTax[]>();
  for (const tax of taxes) {
    const name = rules.groupOf(tax);
    const group = groups.get(name);
    if (group) group.push(tax);
    else groups.set(name, [tax]);
  }
  return [...groups.values()].reduce((sum, group) => sum + rules.groupCents(group, rules), 0);
}
